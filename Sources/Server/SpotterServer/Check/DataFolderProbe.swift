import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Looks at a data folder without creating, locking or changing anything.
struct DataFolderProbe {
    let path: String
    private(set) var exists = false
    /// The process that serves from the folder now, if it is the server that the settings are of.
    private(set) var server: Int?
    private(set) var findings: [ServerCheck.Finding] = []

    /// - Parameter isServer: whether a process is the server that the settings are of, which a restart ends first.
    init(path: String, isServer: (_ process: Int) -> Bool) {
        self.path = path
        look(isServer)
    }

    private mutating func look(_ isServer: (Int) -> Bool) {
        var status = stat()
        guard stat(path, &status) == 0 else { return add(missing(errno)) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return add(.fault, "\(path) isn't a folder")
        }
        exists = true
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            return add(.fault, "\(path) can't be written by this user")
        }
        let rights = status.st_mode & 0o777
        if rights & 0o077 != 0 {
            add(.warning, "others may enter \(path) (mode \(String(rights, radix: 8))); chmod 700 keeps them out")
        } else {
            add(.fine, "\(path) can be written, and by nobody else")
        }
        checkLock(isServer)
    }

    private func missing(_ code: Int32) -> (ServerCheck.Finding.Outcome, String) {
        guard code == ENOENT else { return (.fault, "\(path): \(String(cString: strerror(code)))") }
        let parent = URL(filePath: path).standardizedFileURL.deletingLastPathComponent().path
        guard access(parent, F_OK) != 0 || access(parent, W_OK) == 0 else {
            return (.fault, "\(path) doesn't exist, and this user can't make it in \(parent)")
        }
        return (.warning, "\(path) doesn't exist; the server begins a new one")
    }

    /// A running server holds the lock; asking for it shared and letting it go again disturbs nobody.
    private mutating func checkLock(_ isServer: (Int) -> Bool) {
        let descriptor = open("\(path)/lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 {
            flock(descriptor, LOCK_UN)
        } else {
            let holder = (try? String(contentsOfFile: "\(path)/lock", encoding: .utf8)) ?? ""
            let word = holder.split(whereSeparator: \.isWhitespace).first.map(String.init)
            if let process = word.flatMap(Int.init), isServer(process) {
                server = process
                add(.fine, "\(path) is that of the server that runs now (pid \(process)); a restart takes it over")
            } else {
                add(.fault, "\(path) is in use by another spotter (pid \(word ?? "unknown"))")
            }
        }
    }

    private mutating func add(_ finding: (outcome: ServerCheck.Finding.Outcome, text: String)) {
        add(finding.outcome, finding.text)
    }

    private mutating func add(_ outcome: ServerCheck.Finding.Outcome, _ text: String) {
        findings.append(.init(subject: "data folder", outcome: outcome, text: text))
    }
}
