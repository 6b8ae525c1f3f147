r"""The general Wasserstein mechanism against group privacy.

Statement (Propositions B.1 and 3.1, section 3)
    prop-b.1           Under priors with independent groups of records, and pairs of secrets about one individual, Delta_G <= Delta_GROUP.
    prop-3.1           Under priors with independent groups of records, and pairs of secrets about one individual, the general mechanism needs no more noise
                       than group privacy.
    text-gwm-vs-group  The general mechanism offers better utility than group privacy.

Reading
    norm      of R^d.
    ball      of R_alpha, see rpp/lem-3.1.
    utility   better means a smaller budget for the same noise: strictly, or not larger. A budget is a number: what is oo guarantees nothing.
    pairs     of secrets: about the same individual as in Proposition B.1, or any two of values of groups, as in the running frameworks, where each group is one person.
    A record of the framework is a whole group, and a secret about an individual is an event about that group.

Measured
    The largest W_oo distance of the laws of the query given two secrets; R_alpha of it.

Claimed
    The largest change of the query where one group changes; R_alpha of that.
"""

from theorems.rpp.definitions import (
    SPACE,
    WITH_DENSITY,
    F,
    about_one_record,
    alpha,
    better,
    d,
    f,
    finite,
    framework_sensitivity,
    group_sensitivity,
    k,
    n,
    shifts_from_0,
    zeta,
)
from verify.claims import (
    ANY_EVENTS,
    INDEPENDENT_RECORDS,
    RECORD_VALUES,
    Claim,
    Compare,
    Euclid,
    Frameworks,
    Maps,
    Sequences,
    Source,
    above,
    data_sets,
    integers,
    reading,
)

GROUPS = {n: integers(1), k: integers(1), F: Frameworks(Sequences(n, Euclid(k, 2)), ANY_EVENTS, INDEPENDENT_RECORDS), d: integers(1), f: Maps(data_sets(F), SPACE)}
NOISED = {alpha: above(1), **GROUPS, zeta: WITH_DENSITY}
PAIRS = {F: Frameworks(Sequences(n, Euclid(k, 2)), reading("pairs", same_individual=ANY_EVENTS, any=RECORD_VALUES), INDEPENDENT_RECORDS)}
GENERAL, GROUP = framework_sensitivity(), group_sensitivity(n)
OF_GROUP = shifts_from_0(zeta, GROUP, alpha)
BETTER = better(shifts_from_0(zeta, GENERAL, alpha), OF_GROUP)

CLAIMS = (
    Claim("rpp/prop-b.1", Source("Proposition B.1", section="Appendix B.3"), forall=GROUPS, given=(about_one_record(n),), states=Compare(GENERAL, "<=", GROUP)),
    Claim("rpp/prop-3.1", Source("Proposition 3.1", section="Section 3"), uses=("rpp/prop-b.1",), forall=NOISED, given=(about_one_record(n), finite(OF_GROUP)), states=BETTER),
    Claim("rpp/text-gwm-vs-group", Source("Section 3"), uses=("rpp/prop-b.1",), forall={**NOISED, **PAIRS},
          given=(reading("pairs", same_individual=about_one_record(n), any=None), finite(OF_GROUP)), states=BETTER),
)
