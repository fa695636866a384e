public import Foundation

/// Where the files of this repository are that tests read.
public enum Repository {
    /// The folder with `Package.swift`.
    public static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// A file of `fixtures`.
    public static func fixture(_ name: String) -> URL { root.appending(path: "fixtures").appending(path: name) }

    /// The data folder of the first release, as an archive.
    public static let firstRelease = root.appending(path: "Tests/Server/MigrationTests/Fixtures/release-0.1.0.tar.gz")
}
