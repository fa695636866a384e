/// Who waits for vectors. A lane has threads of its own, so that neither waits for the other.
public enum EmbeddingLane: Sendable, Hashable {
    /// Texts to search with, for whose vectors somebody waits: threads of the normal scheduling class.
    case queries
    /// Texts to be found; nobody waits: threads that run only while no other thread wants the processor.
    case documents
}
