import Foundation

/// How a `spotter serve` is started.
public struct ServerProcessOptions: Sendable {
    /// A `spotter`.
    public var executable: String
    public var folder: String
    /// More of what `spotter serve` takes. It serves a free port unless they name one.
    public var more: [String] = []
    /// Added to the environment of this process.
    public var settings: [String: String] = [:]
    /// Whether the variables `SPOTTER_…` of this process reach the server.
    public var inheritsSettings = false
    /// Whether its standard error is shown on this process's.
    public var showsErrors = false

    public init(executable: String, folder: String) {
        self.executable = executable
        self.folder = folder
    }

    var arguments: [String] { ["serve", "--data", folder, "--port", "0"] + more }

    var environment: [String: String] {
        let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
            inheritsSettings || !name.hasPrefix("SPOTTER_")
        }
        return inherited.merging(settings) { _, new in new }
    }
}
