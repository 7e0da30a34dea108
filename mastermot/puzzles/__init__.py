"""Master Mot: puzzle files, the prefix solver, explained deductions, composition."""
