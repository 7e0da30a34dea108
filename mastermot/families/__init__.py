"""Word families, the cliques of the one-letter-apart graph, and the acceleration words that split them."""
