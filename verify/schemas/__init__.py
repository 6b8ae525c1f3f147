"""JSON Schemas of the stored and printed formats."""
