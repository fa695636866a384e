import Foundation

/// Paths for folders in the system's temporary folder.
public enum TemporaryFolderPath {
    /// - Returns: a path that doesn't exist yet.
    public static func make(_ prefix: String) -> String {
        FileManager.default.temporaryDirectory.appending(path: "\(prefix)-\(UUID().uuidString)").path
    }
}
