"""Measurements of the device itself."""
