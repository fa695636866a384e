/// The progress of an import. Hashing passwords takes most of the time, because it is slow by design.
public enum ImportProgress: Sendable, Hashable {
    case hashing(done: Int, of: Int)
    case storing(files: Int, of: Int)
    case writing(messages: Int, of: Int)
}
