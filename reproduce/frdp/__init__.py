"""Reproductions of functional Renyi differential privacy: measurements that its claims on training rest on."""
