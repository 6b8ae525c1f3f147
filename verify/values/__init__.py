"""What names stand for: exact numbers, enclosures and laws. Nothing here knows the claim language."""
