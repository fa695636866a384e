// VectorSearch
