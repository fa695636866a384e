import Backup
import Domain
import Foundation

/// Where a backup goes.
enum BackupDestination {
    /// The path itself; in a folder, a file with the date in its name.
    static func path(_ destination: String, at now: Timestamp) -> String {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: destination, isDirectory: &isFolder), isFolder.boolValue else {
            return destination
        }
        return (destination as NSString).appendingPathComponent(BackupFolder.name(at: now))
    }
}
