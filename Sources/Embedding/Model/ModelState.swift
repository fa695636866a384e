/// What `ModelStore` finds in its folder.
public enum ModelState: Sendable, Equatable {
    /// None of the files exists.
    case absent
    /// A file is missing, or its content is not what was published; the reason names it.
    case damaged(reason: String)
    case ready
}
