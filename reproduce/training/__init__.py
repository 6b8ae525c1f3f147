"""What experiments with trained networks share: images, devices and seeds, classifiers, distances of samples, sheets of samples."""
