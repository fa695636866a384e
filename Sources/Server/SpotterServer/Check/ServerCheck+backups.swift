import Backup
import Foundation
import Storage

#if canImport(Glibc)
    import Glibc
#endif

extension ServerCheck {
    /// Whether the server's own backups can be written; `nil` if it makes none. The server starts in any case.
    var backups: Finding? {
        guard configuration.backup.every != nil else { return nil }
        func finding(_ outcome: Finding.Outcome, _ text: String) -> Finding {
            Finding(subject: "backups", outcome: outcome, text: text)
        }
        let folder = configuration.backup.folder ?? DataFolder.backupsPath(in: configuration.dataFolder)
        if let fault = unit?.writingFault(folder) { return finding(.warning, fault) }
        guard unit != nil || access(Self.existing(folder), W_OK | X_OK) == 0 else {
            let reason = String(cString: strerror(errno))
            return finding(
                .warning,
                "\(folder) can't be written: \(reason); under systemd it has to be named by ReadWritePaths= "
                    + "(systemctl edit spotter)"
            )
        }
        let isThere = FileManager.default.fileExists(atPath: folder)
        guard isThere || configuration.backup.folder == nil else {
            return finding(.warning, "\(folder) doesn't exist; the first backup makes it. Is its disk mounted?")
        }
        return finding(.fine, "\(folder) can be written")
    }
}
