/// Who waits for vectors. A lane has threads of its own, so that neither waits for the other.
public enum EmbeddingLane: Sendable, Hashable {
    /// Somebody waits for the answer: threads of the normal scheduling class.
    case queries
    /// Nobody waits: threads that run only while no other thread wants the processor.
    case documents
}
