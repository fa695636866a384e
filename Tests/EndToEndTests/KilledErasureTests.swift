import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// `kill -9` in the middle of deletions: the folder starts, what was answered is complete and leaves no trace, what
/// wasn't answered is complete or hasn't happened, and everything else is there.
@Suite(.longTimeLimit, .serialized)
struct KilledErasureTests {
    /// Shares of what a deletion writes, after which the server is killed. 1 is at the answer, before its
    /// traces are removed.
    private static let moments = TestLength.choose([0.4, 1], full: [0.1, 0.4, 0.75, 1])

    @Test(arguments: ErasableFolder.Kind.allCases)
    func whatWasErasedIsGoneAndTheRestIsThere(kind: ErasableFolder.Kind) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let erasable = try await ErasableFolder.make(kind, items: Self.moments.count + 1, in: folder)
        let sentinels = erasable.items.map(\.sentinel)
        #expect(sentinels.found(in: folder.path).count == sentinels.count)
        let log = LogWatch(folder: folder.path)
        let server = try await ServerProcess.start(on: folder)

        // One that is let through tells how much a deletion writes.
        let before = server.statistics.bytesWritten
        let first = try #require(erasable.items.first)
        #expect(await Erasure.of(first, on: server).isAnswered)
        let written = server.statistics.bytesWritten - before
        #expect(written > 50_000, "\(written) bytes")

        for (item, moment) in zip(erasable.items.dropFirst(), Self.moments) {
            let growth = moment < 1 ? Int64(Double(written) * moment) : nil
            let erasure = try await log.kill(server, afterGrowthOf: growth) { await Erasure.of(item, on: server) }
            // On a busy machine the answer may come before the kill.
            #expect(erasure.isAnswered || growth != nil)
            try await server.restart()
            let texts = try await server.history(of: erasable.kept.chat, erasable.coach)
                .compactMap { $0["text"] as? String }
            #expect(erasable.kept.texts.subtracting(texts) == [], "what nobody has erased")
            // What had begun is finished by the server itself; the rest is asked for again, as a client would.
            if try await !erasure.isDone(on: server, seenBy: erasable.coach) {
                #expect(await Erasure.of(item, on: server).isAnswered)
            }
            #expect(await [item.sentinel].left(in: folder.path, within: .seconds(120)) == [])
        }
        #expect(await server.stop() == .code(0))
        #expect(sentinels.found(in: folder.path) == [])
        let check = try await SpotterCommand.run(["admin", "check", "--data", folder.path])
        #expect(check.status == 0, "\(check.output)")
    }
}

/// The deletion of an item, which may have been cut off.
private struct Erasure {
    let item: ErasableFolder.Item
    /// What the server has confirmed.
    var answered = 0
    private var requests: [(path: String, body: [String: Any]?)] = []

    var isAnswered: Bool { answered == requests.count }

    /// Asks for it until it's done or the server is gone.
    static func of(_ item: ErasableFolder.Item, on server: ServerProcess) async -> Erasure {
        var erasure = Erasure(item: item)
        let http = server.http
        for request in erasure.requests {
            let answer =
                if let body = request.body {
                    try? await http.request("DELETE", request.path, token: item.token, json: body)
                } else {
                    try? await http.request("DELETE", request.path, token: item.token)
                }
            // What was deleted before it was cut off isn't found any more.
            guard let answer, answer.isSuccess || answer.status == 404 else { break }
            erasure.answered += 1
        }
        return erasure
    }

    private init(item: ErasableFolder.Item) {
        self.item = item
        switch item.kind {
        case .messages:
            requests = item.messages.sorted { $0.key < $1.key }.map { ("/v1/chats/\($1)/messages/\($0)", nil) }
        case .account: requests = [("/v1/me", ["password": ErasableFolder.password])]
        case .chat:
            // The coach, who has opened it, goes last.
            for member in item.memberIds.reversed() {
                requests += item.chats.map { ("/v1/chats/\($0)/members/\(member)", nil) }
            }
        }
    }

    /// Whether everything is erased. Records an issue if something that was answered isn't, or if something that wasn't
    /// is half done.
    func isDone(on server: ServerProcess, seenBy coach: String) async throws -> Bool {
        switch item.kind {
        case .messages:
            let left = try await server.history(of: try #require(item.chats.first), coach).filter(item.sentinel.isIn)
            #expect(left.count <= requests.count - answered)
            return left.isEmpty
        case .account:
            if try await server.logIn(item.email, ErasableFolder.password) == nil { return true }
        case .chat:
            let path = "/v1/chats/\(try #require(item.chats.first))"
            if try await server.http.request("GET", path, token: coach).status == 404 { return true }
        }
        #expect(!isAnswered)
        var left = 0
        for chat in item.chats { left += try await server.history(of: chat, coach).filter(item.sentinel.isIn).count }
        #expect(left == item.messages.count, "half erased")
        return false
    }
}
