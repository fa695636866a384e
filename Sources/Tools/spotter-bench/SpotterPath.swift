import CommandLineSupport
import Domain
import Foundation

/// The `spotter` in the same folder as this program. Benchmarks run it as a server.
enum SpotterPath {
    /// - Throws: `unavailable` if it hasn't been built.
    static func find() throws -> String {
        let path = try SiblingExecutable.path("spotter")
        guard FileManager.default.isExecutableFile(atPath: path) else {
            let command = SiblingExecutable.buildCommand("spotter")
            throw SpotterError(.unavailable, "there is no spotter at \(path); build it: \(command)")
        }
        return path
    }
}
