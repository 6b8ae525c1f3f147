"""Papers: what they claim, one package per paper, one module per numbered item."""
