"""Experiments of the paper on Wasserstein differential privacy."""
