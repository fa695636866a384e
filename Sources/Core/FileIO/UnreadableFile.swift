/// A file that can't be opened, read or mapped.
public struct UnreadableFile: Error, Equatable, CustomStringConvertible {
    public let path: String
    public let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    public var description: String { "can't read \(path): \(reason)" }
}
