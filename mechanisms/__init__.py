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
from mechanisms.descent import Ball, Box, ProjectedDescent
from mechanisms.diffusion import Langevin, OrnsteinUhlenbeck
from mechanisms.discrepancy import Discrepancy
from mechanisms.discrete import Bernoulli, Binomial, Poisson
from mechanisms.exponential import Exponential, TruncatedExponential
from mechanisms.factories import FACTORIES, factory
from mechanisms.finite import Finite, Kernel
from mechanisms.fourier_features import FourierFeatures
from mechanisms.gaussian import GaussianMechanism, Normal
from mechanisms.gaussian_process import GaussianProcess
from mechanisms.histogram import Histogram
from mechanisms.iteration import CorrelatedLinearIteration, GridIteration, LinearGaussianIteration
from mechanisms.laplace import Laplace, LaplaceMechanism
from mechanisms.mean_function import LabelledKernel, MeanFunction
from mechanisms.mixture import Mixture, subsampled_normal
from mechanisms.neighbouring import Query, Universe
from mechanisms.normal_attributes import NormalAttributes, NormalFramework
from mechanisms.normal_vector import NormalVector
from mechanisms.partition import ByDataSet, ByPosition, ByValue, Partition
from mechanisms.postprocessing import Map, PostProcessed, Pushed, Quantise, postprocess
from mechanisms.power_tail import GeneralisedCauchy, Pareto
from mechanisms.product import Product as Product  # the product of spaces in verify.claims has this name, so that it is not in __all__
from mechanisms.product import ProductDistribution
from mechanisms.protocols import LineLaw, Mechanism, Piece
from mechanisms.pufferfish import Pufferfish
from mechanisms.query_noise import QueryNoise
from mechanisms.sequences import Adaptive, Independent, MarkovChain, SharedCoin
from mechanisms.uniform import Uniform

__all__ = [
    "FACTORIES",
    "Adaptive",
    "AdaptiveComposition",
    "AdaptiveKernelStep",
    "AdaptiveSharedCoinComposition",
    "Additive",
    "Ball",
    "Bernoulli",
    "Binomial",
    "Box",
    "ByDataSet",
    "ByPosition",
    "ByValue",
    "Composition",
    "CorrelatedLinearIteration",
    "Discrepancy",
    "Exponential",
    "Finite",
    "FourierFeatures",
    "GaussianMechanism",
    "GaussianProcess",
    "GeneralisedCauchy",
    "GridIteration",
    "Histogram",
    "Independent",
    "IndependentComposition",
    "JointCoinComposition",
    "Kernel",
    "KernelStep",
    "LabelledKernel",
    "Langevin",
    "Laplace",
    "LaplaceMechanism",
    "LineLaw",
    "LinearGaussianIteration",
    "Map",
    "MarkovChain",
    "MeanFunction",
    "Mechanism",
    "Mixture",
    "Normal",
    "NormalAttributes",
    "NormalFramework",
    "NormalVector",
    "OrnsteinUhlenbeck",
    "ParallelComposition",
    "Pareto",
    "Partition",
    "Piece",
    "Poisson",
    "PostProcessed",
    "ProductDistribution",
    "ProjectedDescent",
    "Pufferfish",
    "Pushed",
    "Quantise",
    "Query",
    "QueryNoise",
    "RuleTable",
    "SharedCoin",
    "SharedCoinComposition",
    "Step",
    "TruncatedExponential",
    "Uniform",
    "Universe",
    "factory",
    "postprocess",
    "subsampled_normal",
]
