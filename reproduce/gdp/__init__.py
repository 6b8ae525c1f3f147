"""Tables and figures of the paper on Gaussian differential privacy, with certified bands in the place of lines."""
