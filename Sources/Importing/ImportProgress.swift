/// How far an import is. Passwords are hashed slowly on purpose: that is what takes long.
public enum ImportProgress: Sendable, Hashable {
    case hashing(done: Int, of: Int)
    case writing(messages: Int, of: Int)
}
