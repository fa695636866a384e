public import Foundation

/// The products of a build stand beside each other.
public enum BuiltExecutable {
    /// The executable `spotter` of the build whose tests run.
    public static var spotter: URL {
        get throws {
            let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let built = URL(filePath: bundle).deletingLastPathComponent().appending(path: "spotter")
            if FileManager.default.isExecutableFile(atPath: built.path) { return built }
            return URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
                .appending(path: "spotter")
        }
    }
}
