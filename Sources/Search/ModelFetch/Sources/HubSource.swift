import Embedding
import Foundation

/// A folder on a web server that has the files under their own names.
struct HubSource: ModelSource {
    let downloader: Downloader
    let base: URL

    var name: String { base.host ?? "model hub" }

    func deliver(_ files: [ModelManifest.File], to folder: URL, report: @escaping FetchReport) async throws {
        for file in files {
            try await downloader.download(
                Download(
                    name: file.name,
                    url: base.appending(path: file.name),
                    part: folder.appending(path: file.partName),
                    sha256: file.sha256,
                    maxSize: file.size
                ),
                report: report
            )
        }
    }
}
