"""Text becomes a knowledge graph in which every fact can be proved."""
