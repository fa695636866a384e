import Embedding
import Foundation
import ModelTestKit
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import ModelFetch

@Suite struct HubFetchTests {
    let folder: TemporaryFolder
    let store: ModelStore
    let log = EventLog()
    static let weights = TinyModel.contents["model.safetensors"] ?? []

    init() {
        folder = TemporaryFolder()
        store = ModelStore(folder: folder.url, manifest: TinyModel.manifest)
    }

    private func fetch(_ server: FileServer) async throws {
        let settings = FetchSettings(hub: URL(string: server.address), python: nil)
        try await ModelFetcher(store: store, settings: settings).fetch(report: log.report)
    }

    private static func response(_ request: FileServer.Request) -> FileServer.Response {
        TinyModel.contents[String(request.path.dropFirst())].map { .file($0, to: request) } ?? .notFound
    }

    @Test func putsVerifiedFilesInPlace() async throws {
        let server = try await FileServer(Self.response)
        try await fetch(server)
        #expect(store.state() == .ready)
        #expect(try folder.names() == ["model.safetensors", "tokenizer_config.json", "vocab.txt"])
        #expect(
            log.steps == [
                .trying(source: "127.0.0.1"), .installed(file: "vocab.txt"),
                .installed(file: "tokenizer_config.json"), .installed(file: "model.safetensors"),
            ]
        )
        #expect(log.progress(of: "model.safetensors").last == 200_000)
        try await server.stop()
    }

    @Test func asksOnlyForWhatIsMissing() async throws {
        try folder.write(Self.weights, to: "model.safetensors")
        try folder.write([1, 2], to: "tokenizer_config.json")
        let server = try await FileServer(Self.response)
        try await fetch(server)
        #expect(server.requests.map(\.path) == ["/vocab.txt", "/tokenizer_config.json"])
        try await fetch(server)
        #expect(server.requests.count == 2)
        #expect(store.state() == .ready)
        try await server.stop()
    }

    @Test func goesOnAfterABrokenConnection() async throws {
        let server = try await FileServer { request in
            var response = Self.response(request)
            if request.path == "/model.safetensors", response.body.count > 100_000 { response.cutAt = 50_000 }
            return response
        }
        try await fetch(server)
        #expect(store.state() == .ready)
        let requests = server.requests.filter { $0.path == "/model.safetensors" }
        // How much of a broken response arrives is the network's choice, but it must be made use of.
        let starts = requests.compactMap(\.range).compactMap { Int($0.dropFirst(6).dropLast()) }
        #expect(starts.count >= 2)
        #expect(starts == starts.sorted() && starts.allSatisfy { $0 > 0 })
        #expect(requests.allSatisfy { ($0.ifRange == "\"1\"") == ($0.range != nil) })
        let progress = log.progress(of: "model.safetensors")
        #expect(progress == progress.sorted())
        try await server.stop()
    }

    @Test func givesUpWhenNothingMoreComes() async throws {
        let server = try await FileServer { request in
            var response = Self.response(request)
            if request.path == "/model.safetensors" { response.cutAt = request.range == nil ? 70_000 : 0 }
            return response
        }
        let error = await #expect(throws: ModelFetchError.self) { try await fetch(server) }
        #expect(error?.code == .unobtainable)
        #expect(try folder.names().contains("model.safetensors.part"))
        #expect(try !folder.names().contains("model.safetensors"))
        try await server.stop()

        // The next run, against the same address, takes up where this one stopped.
        let origin = try folder.content(of: "model.safetensors.part.json")
        let healthy = try await FileServer(Self.response)
        let kept = try folder.content(of: "model.safetensors.part").count
        let moved = String(decoding: origin, as: UTF8.self)
            .replacing("127.0.0.1:\(server.port)", with: "127.0.0.1:\(healthy.port)")
        try folder.write(moved.utf8, to: "model.safetensors.part.json")
        try await fetch(healthy)
        #expect(kept > 0 && kept <= 70_000)
        #expect(healthy.requests.last?.range == "bytes=\(kept)-")
        #expect(store.state() == .ready)
        try await healthy.stop()
    }

    @Test func startsAgainWhereTheServerIgnoresRanges() async throws {
        let isFirst = Mutex(true)
        let server = try await FileServer { request in
            var response = FileServer.Response(body: TinyModel.contents[String(request.path.dropFirst())] ?? [])
            if request.path == "/model.safetensors",
                isFirst.withLock({ first in
                    defer { first = false }; return first
                })
            {
                response.cutAt = 1000
            }
            return response
        }
        try await fetch(server)
        #expect(store.state() == .ready)
        try await server.stop()
    }

    @Test func startsAgainWhereTheFileHasChanged() async throws {
        let isFirst = Mutex(true)
        let server = try await FileServer { request in
            guard request.path == "/model.safetensors" else { return Self.response(request) }
            if isFirst.withLock({ first in
                defer { first = false }; return first
            }) {
                var old = FileServer.Response.file(Self.weights.map { ~$0 }, etag: "\"old\"", to: request)
                old.cutAt = 60_000
                return old
            }
            return .file(Self.weights, to: request)
        }
        try await fetch(server)
        #expect(server.requests.last?.ifRange == "\"old\"")
        #expect(store.state() == .ready)
        try await server.stop()
    }

    /// A server without validators lets another version's end be put behind the beginning; the digest tells.
    @Test func startsAgainWhenTheResumedFileIsWrong() async throws {
        try folder.write(Self.weights.prefix(500).map { ~$0 }, to: "model.safetensors.part")
        let server = try await FileServer(Self.response)
        let origin = #"{"url":"\#(server.address)model.safetensors"}"#
        try folder.write(origin.utf8, to: "model.safetensors.part.json")
        try await fetch(server)
        #expect(server.requests.suffix(2).map(\.range) == ["bytes=500-", nil])
        #expect(store.state() == .ready)
        try await server.stop()
    }

    @Test func refusesOtherContent() async throws {
        let server = try await FileServer { request in
            request.path == "/model.safetensors" ? .file(Self.weights.map { ~$0 }, to: request) : Self.response(request)
        }
        let error = await #expect(throws: ModelFetchError.self) { try await fetch(server) }
        #expect(error?.description.contains("model.safetensors has another SHA-256 than expected") == true)
        #expect(store.state() != .ready)
        #expect(try !folder.names().contains { $0.hasPrefix("model.safetensors") })
        try await server.stop()
    }

    @Test func cutsAServerOffThatSendsTooMuch() async throws {
        let server = try await FileServer { request in
            request.path == "/vocab.txt" ? .init(body: [UInt8](repeating: 1, count: 1 << 20)) : Self.response(request)
        }
        let error = await #expect(throws: ModelFetchError.self) { try await fetch(server) }
        #expect(error?.description.contains("vocab.txt is larger than expected") == true)
        try await server.stop()
    }
}
