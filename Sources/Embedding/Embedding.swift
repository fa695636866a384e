// Embedding
