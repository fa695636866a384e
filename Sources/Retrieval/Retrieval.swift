// Retrieval
