public import Domain

/// Why an import was rejected, and where. Nothing of it was written.
public struct ImportFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1, blank lines included; `nil` if the error isn't in a single line.
    public let line: Int?
    /// What is wrong and what to do, for users.
    public let reason: String
    /// Whether the file holds more than one import may.
    public let isTooLarge: Bool

    public init(line: Int?, _ reason: String, isTooLarge: Bool = false) {
        self.line = line
        self.reason = reason
        self.isTooLarge = isTooLarge
    }

    public var description: String { line.map { "line \($0): \(reason)" } ?? reason }

    /// The error that the API reports.
    public var spotterError: SpotterError {
        isTooLarge ? SpotterError(.tooLarge, description) : .invalid(description)
    }
}
