import Domain
import Embedding
import FileIO
import Foundation

/// A folder on this machine that has the files under their own names.
struct FolderSource: ModelSource {
    let url: URL

    var name: String { url.path }

    func deliver(_ files: [ModelManifest.File], to folder: URL, report: @escaping FetchReport) async throws {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw SourceError("there is no such file or folder")
        }
        try await blocking { [url] in
            for file in files {
                let part = folder.appending(path: file.partName)
                try? FileManager.default.removeItem(at: part)
                do {
                    try FileManager.default.copyItem(at: url.appending(path: file.name), to: part)
                } catch {
                    throw SourceError("\(file.name) can't be copied: \(ErrorText.of(error))")
                }
            }
        }
    }
}
