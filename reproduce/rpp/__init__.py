"""Tables and figures of the paper on Renyi Pufferfish privacy."""
