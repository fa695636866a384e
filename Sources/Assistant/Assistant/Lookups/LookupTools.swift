public import Domain
public import LanguageModels

/// Tools that ask a service outside of this server for facts. A door lends them to its questions; a language model calls
/// them, and what comes back is data.
public protocol LookupTools: Sendable {
    /// What the model is offered.
    var definitions: [ToolDefinition] { get }

    /// - Returns: what the service says.
    /// - Throws: `LookupFailure`, or `CancellationError`.
    func result(of tool: String, _ arguments: JSONValue, for user: UserID) async throws -> String
}

/// Why a lookup gave nothing: a sentence for people and the model.
public struct LookupFailure: Error, Sendable, Hashable {
    public let message: String

    public init(_ message: String) { self.message = message }
}
