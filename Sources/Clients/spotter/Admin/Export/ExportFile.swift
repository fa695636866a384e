import Accounts
import CommandLineSupport
import Domain
import Foundation

/// The archive on its way to the disk. It has another name until it's whole, so that nobody takes a part for it.
final class ExportFile: AccountExportSink {
    struct Summary: Sendable, Codable {
        let path: String
        let bytes: Int
    }

    private let handle: FileHandle
    private let showsProgress = isatty(2) == 1
    private var bytes = 0
    private var shown = ContinuousClock.now

    private init(_ handle: FileHandle) { self.handle = handle }

    /// Runs `body` with the open file, and gives it its name afterwards. Nothing is left behind if that fails.
    ///
    /// - Parameters:
    ///   - target: a file, or an existing folder.
    ///   - name: the file's name in a folder.
    static func write(_ target: String, name: String, _ body: (ExportFile) async throws -> Void) async throws -> Summary
    {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: target, isDirectory: &isFolder)
        let path = exists && isFolder.boolValue ? URL(filePath: target).appending(path: name).path : target
        guard !FileManager.default.fileExists(atPath: path) else {
            throw SpotterError(.alreadyExists, "\(path) exists already; nothing was written")
        }
        let partial = "\(path).partial"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw SpotterError(.unavailable, "can't write \(partial): \(String(cString: strerror(errno)))")
        }
        let file = ExportFile(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
        do {
            try await body(file)
            try file.handle.synchronize()
            try file.handle.close()
            guard rename(partial, path) == 0 else {
                throw SpotterError(.unavailable, "can't write \(path): \(String(cString: strerror(errno)))")
            }
        } catch {
            unlink(partial)
            throw error
        }
        if file.showsProgress { note("") }
        return Summary(path: path, bytes: file.bytes)
    }

    func write(_ bytes: [UInt8]) async throws {
        try handle.write(contentsOf: bytes)
        self.bytes += bytes.count
        guard showsProgress, ContinuousClock.now - shown > .milliseconds(200) else { return }
        shown = .now
        FileHandle.standardError.write(Data("\r\(self.bytes >> 20) MB".utf8))
    }
}
