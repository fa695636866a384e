import Foundation
import ModelTestKit
import TestSupport
import Testing

@testable import Embedding

@Suite struct ModelStoreTests {
    let folder: TemporaryFolder
    let store: ModelStore

    init() {
        folder = TemporaryFolder()
        store = ModelStore(folder: folder.url, manifest: TinyModel.manifest)
    }

    private func writeModel() throws {
        for (name, content) in TinyModel.contents { try folder.write(content, to: name) }
    }

    @Test func theSecondModelIsInsideAChosenFolder() {
        let environment = ["HOME": "/h", "SPOTTER_MODEL_DIR": "/m"]
        let name = ModelManifest.multilingualE5.name
        #expect(ModelStore(environment: environment, manifest: .multilingualE5).folder.path == "/m/\(name)")
        #expect(
            ModelStore(environment: ["HOME": "/h"], manifest: .multilingualE5).folder.path
                == "/h/.local/share/spotter/models/\(name)"
        )
        #expect(ModelStore(modelFolder: URL(filePath: "/m")).folder.path == "/m")
    }

    @Test func isAbsentWhereThereIsNothing() throws {
        #expect(store.state() == .absent)
        let nowhere = ModelStore(folder: folder.url.appending(path: "none"), manifest: TinyModel.manifest)
        #expect(nowhere.state() == .absent)
        let error = #expect(throws: ModelStoreError.self) { try nowhere.readyFolder() }
        #expect(error?.code == .absent)
        #expect(error?.description.contains("spotter model fetch") == true)
    }

    @Test func isReadyWhenAllFilesAreRight() throws {
        try writeModel()
        #expect(store.state() == .ready)
        #expect(try store.readyFolder() == folder.url)
    }

    @Test(arguments: TinyModel.manifest.files.map(\.name)) func noticesAMissingFile(name: String) throws {
        try writeModel()
        try FileManager.default.removeItem(at: folder.url.appending(path: name))
        #expect(store.state() == .damaged(reason: "\(name) is missing"))
        #expect(store.missingFiles().map(\.name) == [name])
    }

    @Test func noticesAShortFile() throws {
        try writeModel()
        try folder.write(TinyModel.contents["vocab.txt"]?.dropLast() ?? [], to: "vocab.txt")
        #expect(store.state() == .damaged(reason: "vocab.txt has 20 bytes instead of 21"))
        let error = #expect(throws: ModelStoreError.self) { try store.readyFolder() }
        #expect(error?.code == .damaged)
        #expect(error?.description.contains("spotter model fetch") == true)
    }

    @Test func noticesOneChangedByteAfterAGoodVerdict() throws {
        try writeModel()
        #expect(store.state() == .ready)
        var content = try #require(TinyModel.contents["model.safetensors"])
        content[77_777] ^= 1
        try folder.write(content, to: "model.safetensors")
        #expect(store.state() == .damaged(reason: "model.safetensors has another SHA-256"))
        try writeModel()
        #expect(store.state() == .ready)
    }

    /// The verdict of an unchanged file is taken from the cache: a file made to look unchanged would pass.
    @Test func hashesAnUnchangedFileOnce() throws {
        try writeModel()
        #expect(store.state() == .ready)
        let cache = folder.url.appending(path: ".verified.json")
        let verdicts = try String(contentsOf: cache, encoding: .utf8)
        let sha256 = TinyModel.manifest.files[0].sha256
        try verdicts.replacing(sha256, with: "0000").write(to: cache, atomically: true, encoding: .utf8)
        #expect(store.state() == .damaged(reason: "vocab.txt has another SHA-256"))
    }

    @Test(arguments: ["", "[]", #"{"vocab.txt": {}}"#]) func survivesADamagedCache(content: String) throws {
        try writeModel()
        try folder.write(content.utf8, to: ".verified.json")
        #expect(store.state() == .ready)
    }

    @Test(arguments: [
        (["SPOTTER_MODEL_DIR": "/m", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/m"),
        (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/spotter/models/tiny"),
        (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/spotter/models/tiny"),
        (["SPOTTER_MODEL_DIR": "", "HOME": "/h"], "/h/.local/share/spotter/models/tiny"),
    ])
    func standsWhereTheEnvironmentSays(environment: [String: String], path: String) {
        #expect(ModelStore(environment: environment, manifest: TinyModel.manifest).folder.path == path)
    }

    @Test func standsInTheDataFolder() {
        #expect(ModelStore(dataFolder: URL(filePath: "/d")).folder.path == "/d/models/all-MiniLM-L6-v2")
    }
}
