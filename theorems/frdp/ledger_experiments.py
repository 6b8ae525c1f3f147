"""Ledger of Tables 1 and 3, and of the sentences that compare their numbers (sections 1, 4.4, 5, Appendices C to E)."""

from verify.claims import Item, NotChecked, Scope, Source

VARIANT = {"variant": ("conditional", "parallel", "both")}
BASELINE = {"baseline": ("best-accuracy", "best-fid")}
UNIT = {"percent": ("points", "relative")}
METHODS = ("dp-merf", "dp-hp", "pearl")
GAIN = {**VARIANT, **BASELINE, **UNIT}
CELLS = {"cells": ("every", "table-1", "smallest-epsilon"), "variant": ("best", "both"), "unconditional": ("counted", "left-out")}
MISSING = NotChecked("data missing", "The numbers need the image data sets, the weights of another network and the training runs.")
RELEASE = {"release": ("constant", "code", "jointly")}
DATA = ("mnist", "fmnist", "celeba")

ITEMS = (
    Item("frdp/tab-1", "Measured values at epsilon 1 and 0.2", Source("Table 1"),
         *(Scope(part=f"{data}-accuracy", readings={**RELEASE, "agreement": ("digits", "deviation")}) for data in DATA), *(Scope(part=f"{data}-fid", readings=RELEASE) for data in DATA),
         experiment="generated-images-tab-1",
         note="The rows of the method; those of other methods are quoted, or come from the code of others. A record has the noise that this project certifies for the target"
              " epsilon, for one record more or less, and not that of the rows of Table 2."),
    Item("frdp/tab-3", "Measured values at epsilon 10", Source("Table 3", section="Appendix D"),
         *(Scope(part=f"{data}-{metric}", readings=RELEASE) for metric in ("accuracy", "fid") for data in DATA), experiment="generated-images-tab-3"),
    Item("frdp/text-fid-gray", "Improvement of the distance on grey images", Source("Section 4.4.2"),
         *(Scope(part=f"{data}-{who}") for data in ("mnist", "fmnist") for who in ("baseline", "ours")),
         note="baseline: the printed number is the least among the baselines of Table 1 at epsilon 0.2; ours: it is the least of the two variants."),
    Item("frdp/text-acc-mnist", "Improvement of the accuracy on MNIST", Source("Section 4.4.2"), Scope(readings=GAIN)),
    Item("frdp/text-acc-fmnist", "Improvement of the accuracy on FMNIST", Source("Section 4.4.2"), Scope(readings=GAIN)),
    Item("frdp/text-celeba", "Improvement on CelebA", Source("Section 4.4.3"),
         *(Scope(part=f"{metric}-baseline") for metric in ("fid", "accuracy")),
         Scope(readings={"variant": ("one", "best-per-metric")}, part="ours")),
    Item("frdp/text-consistently", "The method is best throughout", Source("Sections 1 and 5"), Scope(readings=CELLS),
         note="A large margin has no number; better is what is compared. unconditional: the CelebA numbers of the baseline that has no labels there."),
    Item("frdp/text-kernel-baselines", "The method against those with kernels", Source("Section 5 and Tables 1, 3"),
         *(Scope(readings={"variant": ("best", "both")}, part=method) for method in METHODS)),
    Item("frdp/text-dpdm-par", "One baseline is on a par at epsilon 1", Source("Section 4.4.2"),
         Scope(readings={"par": ("some-cell", "every-cell")}, part="dpdm"), Scope(readings={"par": ("some-cell", "every-cell")}, part="only"),
         note="On a par with a variant: at least as good as it in some cell, or in every cell, of the grey images. dpdm: the baseline is on a par with both variants;"
              " only: no other is."),
    Item("frdp/text-scaling", "Scaling to smaller epsilon", Source("Section 1 and Tables 1, 3"),
         Scope(readings={"variant": ("conditional", "parallel", "best")}, part="against-baselines"),
         note="against-baselines: from epsilon 1 to 0.2 the numbers of the method lose less than those of each baseline that has both."),
    Item("frdp/text-exp10", "exp(10)", Source("Section 4.4"), Scope()),
    Item("frdp/text-uniform", "Labels are uniform", Source("Appendix E"),
         *(Scope(readings={"uniform": ("exactly", "approximately")}, part=data) for data in ("mnist", "fmnist", "celeba"))),
    Item("frdp/text-fd-dino", "Distances with another network", Source("Sections 4.4.2 and 4.4.3"), not_checked=MISSING),
    Item("frdp/text-time", "Training times", Source("Appendix C"), Scope(part="grey"), Scope(part="celeba"),
         note="The times themselves need the named processor. What can be compared is the time of one iteration of a sub-model with that of the conditional model, at the"
              " iterations of Table 2."),
    Item("frdp/text-qualitative", "Figures 1 to 5", Source("Sections 4.2, 4.4 and Appendix D"),
         not_checked=NotChecked("opinion", "Diversity, artefacts and mean-like images are judged by the eye.")),
)
