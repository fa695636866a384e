import Foundation

/// Runs `body` with an empty folder inside `folder`, on the same disk, so that files are moved out of it without being
/// copied. The folder is removed afterwards; what an interrupted run left of it is removed first.
func withScratchFolder(_ name: String, in folder: URL, _ body: (URL) async throws -> Void) async throws {
    let scratch = folder.appending(path: name)
    try? FileManager.default.removeItem(at: scratch)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    try await body(scratch)
}
