import FileIO
public import Foundation

/// The folder that holds a model's files, and whether they are what was published.
public struct ModelStore: Sendable {
    public let folder: URL
    public let manifest: ModelManifest

    public init(folder: URL, manifest: ModelManifest = .miniLM) {
        self.folder = folder
        self.manifest = manifest
    }

    /// The model of a server with this data folder: `<data folder>/models/<name>`.
    public init(dataFolder: URL, manifest: ModelManifest = .miniLM) {
        self.init(folder: dataFolder.appending(path: "models/\(manifest.name)"), manifest: manifest)
    }

    /// A model in a folder that was chosen for the first model's files; the second model is in a folder of its own inside.
    public init(modelFolder: URL, manifest: ModelManifest = .miniLM) {
        let isSecond = manifest.name == ModelManifest.multilingualE5.name
        self.init(folder: isSecond ? modelFolder.appending(path: manifest.name) : modelFolder, manifest: manifest)
    }

    /// The user's model: in `SPOTTER_MODEL_DIR`, else below `XDG_DATA_HOME` (`~/.local/share` by default) in
    /// `spotter/models/<name>`.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        manifest: ModelManifest = .miniLM
    ) {
        let home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        var shared = home.appending(path: ".local/share")
        // The XDG Base Directory Specification has relative paths ignored.
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") { shared = URL(filePath: path) }
        if let path = environment["SPOTTER_MODEL_DIR"], !path.isEmpty {
            self.init(modelFolder: URL(filePath: path), manifest: manifest)
        } else {
            self.init(folder: shared.appending(path: "spotter/models/\(manifest.name)"), manifest: manifest)
        }
    }

    /// Checks the files. Blocks: for microseconds if nothing has changed since the last check, otherwise for as long as
    /// hashing takes (0.3 s).
    public func state() -> ModelState {
        var cache = ChecksumCache(folder: folder)
        defer { cache.save() }
        var faults: [String] = []
        var missing = 0
        for file in manifest.files {
            switch check(file, &cache) {
            case .ready: continue
            case .absent:
                missing += 1
                faults.append("\(file.name) is missing")
            case .damaged(let reason): faults.append(reason)
            }
        }
        if missing == manifest.files.count { return .absent }
        return faults.first.map { .damaged(reason: $0) } ?? .ready
    }

    /// The folder, if its model is ready to be loaded. Blocks as `state()` does.
    ///
    /// - Throws: `absent` or `damaged`.
    public func readyFolder() throws(ModelStoreError) -> URL {
        switch state() {
        case .ready: return folder
        case .absent:
            throw ModelStoreError(.absent, "no model \(manifest.name) in \(folder.path): run `spotter model fetch`")
        case .damaged(let reason):
            throw ModelStoreError(
                .damaged,
                "the model \(manifest.name) in \(folder.path) is damaged (\(reason)): run `spotter model fetch`"
            )
        }
    }

    /// The files that are missing or damaged.
    package func missingFiles() -> [ModelManifest.File] {
        var cache = ChecksumCache(folder: folder)
        defer { cache.save() }
        return manifest.files.filter { check($0, &cache) != .ready }
    }

    package func path(of name: String) -> String {
        folder.appending(path: name).path
    }

    private func check(_ file: ModelManifest.File, _ cache: inout ChecksumCache) -> ModelState {
        let path = path(of: file.name)
        guard let stamp = FileStamp(path: path) else { return .absent }
        guard stamp.size == file.size else {
            return .damaged(reason: "\(file.name) has \(stamp.size) bytes instead of \(file.size)")
        }
        do {
            let sha256 = try cache.sha256(ofFileNamed: file.name, path: path, stamp: stamp)
            return sha256 == file.sha256 ? .ready : .damaged(reason: "\(file.name) has another SHA-256")
        } catch {
            return .damaged(reason: error.description)
        }
    }
}

/// What `ModelStore` finds in its folder.
public enum ModelState: Sendable, Equatable {
    /// None of the files exists.
    case absent
    /// A file is missing, or its content is not what was published; the reason names it.
    case damaged(reason: String)
    case ready
}
