r"""Parallel composition, of vectors and of the values of functions.

Statement (Theorem 2, Theorem 4 and their proof; Section 4.4.1)
    thm-2          A deterministic function splits D into disjoint parts. If M_i is (alpha, epsilon_i)-RDP, then (M_1(D_1), ..., M_m(D_m)) is (alpha, max_i
                   epsilon_i)-RDP.
    proof-thm-2    D has one record more than D', so all parts but one agree, and the divergences of the parts add up.
    thm-4          Parts of the data, a released function for each: if f_i is (alpha, epsilon_i)-RDP, all of them together are (alpha, max_i epsilon_i)-RDP.
    text-parallel  Splitting by labels and training a sub-model for each retains the level of one sub-model.

Reading
    adjacency     one record more, or one replaced, in hypothesis and conclusion; or one more in the hypothesis and one replaced in the conclusion.
    partition     fixed by the position of a record; by its value; or any function of the whole data set.
    coins         independent mechanisms, as the proof has it; or any joint law.
    evaluation    of functions: all components at all points, or each at points of its own (in one dimension there is one point).
    label         a replaced record keeps its label, or not.
    class sizes   known, so that the hypothesis speaks of parts of one size only; or private.
    normaliser    a public constant or the size of the class: the hypothesis on the sub-models holds that already.

Measured
    The Renyi divergence of the joint laws of all outputs; parts of data sets.

Claimed
    max_i epsilon_i; equal parts; the sum of the divergences of the parts.
"""

from theorems.frdp.definitions import D_, D, alpha, m, rdp
from theorems.frdp.definitions_composition import BY_LABEL, PARALLEL, PLACES, RUN, C, V, epsilon, i, on_known_parts, on_pairs, on_parts
from verify.claims import (
    Claim,
    Compare,
    Exists,
    ForAll,
    Hints,
    Implies,
    Source,
    Sum,
    Sup,
    joint,
    never,
    numbers,
    part,
    reading,
    select,
    step,
    upto,
)
from verify.quantities import renyi_divergence

j = numbers("j")

PROOF = Source("Proof of Theorem 2", section="Appendix A")
largest = Sup({i: upto(m)}, epsilon[i])
private = rdp(joint(C, D), joint(C, D_), alpha, largest)
own_points = rdp(select(joint(C, D), V), select(joint(C, D_), V), alpha, largest)
own_part = renyi_divergence(step(C, i, part(C, i, D)), step(C, i, part(C, i, D_)), alpha)

SIZES = (("add-or-remove", "private"), ("replace", "public"), ("replace", "private"), ("add-then-replace", "private"))

CLAIMS = (
    Claim("frdp/thm-2", Source("Theorem 2"), forall=PARALLEL, given=(on_parts(epsilon),), states=on_pairs(private), uses=("frdp/proof-thm-2",),
          because="If P looks at the whole data set, one record more can change several parts at once. The proof supposes D_s = D'_s for all s but one. In general the"
                  " divergences of all changed parts add up, and the sum can exceed the largest epsilon_i."),
    Claim("frdp/proof-thm-2", PROOF, part="one-part", part_of="frdp/thm-2", forall=RUN, idle=("alpha", "dim"),
          states=on_pairs(Exists({j: upto(m)}, ForAll({i: upto(m)}, Implies(Compare(i, "!=", j), Compare(part(C, i, D), "==", part(C, i, D_)))))), hints=Hints(by=("textbook/parallel-one",))),
    Claim("frdp/proof-thm-2", PROOF, part="additive", part_of="frdp/thm-2", forall=RUN,
          states=on_pairs(Compare(renyi_divergence(joint(C, D), joint(C, D_), alpha), "==", Sum({i: upto(m)}, own_part))), hints=Hints(by=("textbook/parallel-sum",))),
    Claim("frdp/thm-4", Source("Theorem 4"), forall={**PARALLEL, **PLACES}, given=(on_parts(epsilon),),
          states=on_pairs(reading("evaluation", common=private, separate=own_points)),
          because="If P looks at the whole data set, one record more can change D_s for several s; the proof supposes that only one part changes. Values of independent functions"
                  " have the sum of the divergences of all changed parts, and the sum can exceed the largest epsilon_i."),
    Claim("frdp/text-parallel", Source("Section 4.4.1"), forall=BY_LABEL, given=(reading("class sizes", public=on_known_parts(epsilon), private=on_parts(epsilon)),),
          states=on_pairs(reading("normaliser", public=private, own_size=private), "label"), uses=("frdp/thm-4", "frdp/sens", "frdp/sgm"),
          never=tuple(never(f"adjacency={adjacency}", "class sizes=public", because="one record more or less changes the size of its class, which is known")
                      for adjacency in ("add-or-remove", "add-then-replace")),
          same_as={f"{a}+{b}+{c}+{d}+own-size": f"{a}+{b}+{c}+{d}+public" for a, d in SIZES for b in ("independent", "shared") for c in ("fixed", "may-change")}),
)
