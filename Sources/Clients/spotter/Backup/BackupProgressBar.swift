import Backup
import CommandLineSupport
import Synchronization

/// Shows on standard error how far a backup or a restore is.
final class BackupProgressBar: Sendable {
    private let bar = ProgressBar()
    private let step = Mutex<BackupProgress.Step?>(nil)

    func show(_ progress: BackupProgress) {
        let isNew = step.withLock { step in
            defer { step = progress.step }
            return step != nil && step != progress.step
        }
        if isNew { bar.end() }
        bar.show(progress.step.rawValue, fraction: progress.share, "", brief: "all")
    }

    func show(received: Int64, of total: Int64?) {
        bar.show("receiving", Int(received), of: total.map { Int($0) })
    }

    func end() { bar.end() }
}

extension Manifest {
    /// What is in it, in one line.
    var summary: String {
        let counts = ["users", "chats", "messages", "files"].compactMap { name in
            self.counts[name].map { "\($0) \(name)" }
        }
        return (counts + ["\((bytes + 999_999) / 1_000_000) MB"]).joined(separator: ", ")
    }
}
