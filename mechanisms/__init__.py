"""Laws and mechanisms: what is released, with densities, quantiles and samplers; no privacy guarantee."""

from mechanisms.additive import Additive
from mechanisms.composition import (
    AdaptiveComposition,
    AdaptiveKernelStep,
    AdaptiveSharedCoinComposition,
    Composition,
    IndependentComposition,
    JointCoinComposition,
    KernelStep,
    ParallelComposition,
    RuleTable,
    SharedCoinComposition,
    Step,
)
from mechanisms.exponential import TruncatedExponential
from mechanisms.factories import FACTORIES, factory
from mechanisms.finite import Finite, Kernel
from mechanisms.gaussian import GaussianMechanism, Normal
from mechanisms.histogram import Histogram
from mechanisms.laplace import Laplace, LaplaceMechanism
from mechanisms.mixture import Mixture, subsampled_normal
from mechanisms.partition import ByDataSet, ByPosition, ByValue, Partition
from mechanisms.postprocessing import Map, PostProcessed, Pushed, Quantise, postprocess
from mechanisms.product import Product
from mechanisms.protocols import LineLaw, Mechanism, Piece
from mechanisms.uniform import Uniform

__all__ = [
    "FACTORIES",
    "AdaptiveComposition",
    "AdaptiveKernelStep",
    "AdaptiveSharedCoinComposition",
    "Additive",
    "ByDataSet",
    "ByPosition",
    "ByValue",
    "Composition",
    "Finite",
    "GaussianMechanism",
    "Histogram",
    "IndependentComposition",
    "JointCoinComposition",
    "Kernel",
    "KernelStep",
    "Laplace",
    "LaplaceMechanism",
    "LineLaw",
    "Map",
    "Mechanism",
    "Mixture",
    "Normal",
    "ParallelComposition",
    "Partition",
    "Piece",
    "PostProcessed",
    "Product",
    "Pushed",
    "Quantise",
    "RuleTable",
    "SharedCoinComposition",
    "Step",
    "TruncatedExponential",
    "Uniform",
    "factory",
    "postprocess",
    "subsampled_normal",
]
