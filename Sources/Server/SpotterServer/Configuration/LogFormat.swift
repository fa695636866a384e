/// How log lines look.
public enum LogFormat: String, Sendable, CaseIterable {
    /// One line of text, for people.
    case text
    /// One JSON object a line, for machines.
    case json
}
