/// Why there is no local model to work with, in one line that says what to do.
public struct ModelStoreError: Error, Equatable, CustomStringConvertible {
    public enum Code: Sendable {
        case absent
        case damaged
    }

    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
