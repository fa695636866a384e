/// The person in whose time zone a clock time was said to be: "9am his time", "3pm Kenji's time".
public enum ZoneOwner: Sendable, Hashable {
    case he, she, they, you
    /// The name as it was written, without the possessive ending.
    case named(String)

    /// The possessive, for a sentence: `his`, `Kenji's`.
    public var possessive: String {
        switch self {
        case .he: "his"
        case .she: "her"
        case .they: "their"
        case .you: "your"
        case .named(let name): "\(name)'s"
        }
    }
}
