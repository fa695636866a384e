/// The form of an exported conversation.
///
/// ```swift
/// let format = ConversationExportFormat.markdown
/// ```
public enum ConversationExportFormat: String, Sendable, Codable, CaseIterable {
    /// The active branch, for people.
    case markdown
    /// All branches, for programs.
    case json

    /// The ending of a file's name.
    public var fileExtension: String {
        switch self {
        case .markdown: "md"
        case .json: "json"
        }
    }
}
