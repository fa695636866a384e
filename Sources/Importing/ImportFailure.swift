public import Domain

/// Why an import was refused, and where. Nothing of it was written.
public struct ImportFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1, blank lines included; nothing where no single line is to blame.
    public let line: Int?
    /// What is wrong and what to do, for people.
    public let reason: String

    public init(line: Int?, _ reason: String) {
        self.line = line
        self.reason = reason
    }

    public var description: String { line.map { "line \($0): \(reason)" } ?? reason }

    /// The same as the wire carries it.
    public var spotterError: SpotterError { .invalid(description) }
}
