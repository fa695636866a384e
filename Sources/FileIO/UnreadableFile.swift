/// A file that can't be opened, read or mapped.
public struct UnreadableFile: Error, Equatable, CustomStringConvertible {
    public let path: String
    public let reason: String

    public var description: String { "can't read \(path): \(reason)" }
}
