"""What several tables share: dice and pots, as kernels."""
