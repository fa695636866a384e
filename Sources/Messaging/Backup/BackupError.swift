/// Why a backup or a restore did not happen: one line that says what to do.
public struct BackupError: Error, CustomStringConvertible, Equatable {
    public let description: String

    init(_ description: String) { self.description = description }

    static func damaged(_ path: String, _ what: String) -> BackupError {
        BackupError("\(path) isn't a whole backup: \(what); take another one")
    }
}
