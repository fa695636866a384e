public import Foundation

/// A folder below the system's temporary one. It is removed by `remove()`, or with the object at the latest.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public var path: String { url.path }

    public init() {
        url = FileManager.default.temporaryDirectory.appending(path: "spotter-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// At a place that the caller chooses; not created if it's a command under test that creates it.
    public init(at url: URL, creates: Bool = true) throws {
        self.url = url
        if creates { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    }

    deinit { remove() }

    public func remove() { try? FileManager.default.removeItem(at: url) }

    @discardableResult
    public func write(_ content: some Sequence<UInt8>, to name: String) throws -> URL {
        let file = url.appending(path: name)
        try Data(content).write(to: file)
        return file
    }

    public func content(of name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: url.appending(path: name)))
    }

    /// The names in the folder, sorted; hidden files left out.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
    }
}
