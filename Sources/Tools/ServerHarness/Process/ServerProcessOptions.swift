import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// How `spotter serve` is started.
public struct ServerProcessOptions: Sendable {
    /// Path of the `spotter` executable.
    public var executable: String
    public var folder: String
    /// Additional arguments of `spotter serve`. It uses a free port unless they name one.
    public var more: [String] = []
    /// Added to the environment of this process.
    public var settings: [String: String] = [:]
    /// Whether the server inherits this process's `SPOTTER_…` variables.
    public var inheritsSettings = false
    /// The niceness of all its threads, from 0 to 19; `nil` for this process's.
    public var niceness: Int?
    /// Whether its standard error is copied to this process's.
    public var showsErrors = false

    public init(executable: String, folder: String) {
        self.executable = executable
        self.folder = folder
    }

    /// The program and its arguments.
    var command: (executable: String, arguments: [String]) {
        let arguments = ["serve", "--data", folder, "--port", "0"] + more
        guard let niceness else { return (executable, arguments) }
        let nice = ["-n", "\(niceness)", executable] + arguments
        // libdispatch gives its threads a niceness of their own, where that is allowed: below 0 for root, whatever the process's.
        // A server has no such privilege where it is run as it should be.
        guard getuid() == 0 else { return ("nice", nice) }
        return ("setpriv", ["--bounding-set=-sys_nice", "nice"] + nice)
    }

    var environment: [String: String] {
        let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
            inheritsSettings || !name.hasPrefix("SPOTTER_")
        }
        // Benches and tests make their accounts themselves.
        return inherited.merging(["SPOTTER_REGISTRATION": "open"]) { _, new in new }.merging(settings) { _, new in new }
    }
}
