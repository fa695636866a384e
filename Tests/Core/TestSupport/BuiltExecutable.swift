public import Foundation

/// Executables of the build whose tests run. They are in the same folder as the test bundle.
public enum BuiltExecutable {
    public static var spotter: URL { get throws { try named("spotter") } }
    /// Confines itself as the media worker does and tries what is still possible. It is a worker for pictures and documents,
    /// too.
    public static var mediaWorkerProbe: URL { get throws { try named("media-worker-probe") } }

    private static func named(_ name: String) throws -> URL {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let built = URL(filePath: bundle).deletingLastPathComponent().appending(path: name)
        if FileManager.default.isExecutableFile(atPath: built.path) { return built }
        return URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent().appending(path: name)
    }
}
