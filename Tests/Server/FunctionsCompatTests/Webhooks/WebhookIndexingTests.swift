import Domain
import ModelTestKit
import Retrieval
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// `ingest_message`: messages are indexed by themselves, and the call tells how far one is.
@Suite(.standardTimeLimit) struct WebhookIndexingTests {
    private func state(_ message: Message, _ studio: StudioFixture) async throws -> String? {
        let answer = try await studio.hook("ingest_message", ["messageID": .string("\(message.id)")])
        #expect(answer.http == 200 && answer.json["messageID"]?.string == "\(message.id)", "\(answer.json.text)")
        return answer.json["status"]?.string
    }

    @Test func withoutAModelItIsFoundByWords() async throws {
        try await StudioFixture.open { studio in
            let said = try await studio.say("My knee hurts", studio.sara)
            #expect(try await state(said, studio) == "words_only")
            let path = "/v1/chats/\(studio.chat)/messages/\(said.id)"
            #expect(try await studio.server.request("DELETE", path, as: studio.sara).status == 204)
            #expect(try await state(said, studio) == "deleted")
            #expect(try await studio.messages(as: studio.sara).count == 1, "nothing was added")
        }
    }

    @Test func onlyTheRealSenderIsTaken() async throws {
        try await StudioFixture.open { studio in
            let said = try await studio.say("My knee hurts", studio.sara)
            func ask(_ sender: String) async throws -> Int {
                let parameters: JSONValue = ["messageID": .string("\(said.id)"), "senderID": .string(sender)]
                return try await studio.hook("ingest_message", parameters).http
            }
            #expect(try await ask("\(studio.sara.id)") == 200, "somebody else's message is told of, as after an import")
            #expect(try await ask("\(studio.alex.id)") == 400)
            let unknown = try await studio.hook("ingest_message", ["messageID": "5f7c1c1e"])
            #expect(unknown.http == 404 && unknown.json["error"] == "not_found")
        }
    }

    @Test func aMessageIsQueuedUntilItHasItsVector() async throws {
        let provider = try await ScriptedProvider { request, _ in
            let texts = request.json["input"]?.array ?? []
            if texts.contains(where: { $0.string?.contains("later") == true }) { return .error(503, "busy") }
            let data = texts.indices.map {
                ["object": "embedding", "index": .integer($0), "embedding": [1, 0]] as JSONValue
            }
            return .json(["object": "list", "data": .array(data), "model": "tiny", "usage": ["prompt_tokens": 1]])
        }
        try await TestServer.run {
            $0.loadsModel = true
            $0.embedding.remote = .init(baseURL: provider.baseURL, model: "tiny")
            $0.embedding.remote?.dimension = 2
            $0.embedding.fallsBack = false
        } _: { server in
            let (alex, sara, chat) = try await server.pair()
            let studio = StudioFixture(server: server, alex: alex, sara: sara, chat: chat.id)
            let said = try await studio.say("My knee hurts", sara)
            _ = try await server.server.useCases.memory.indexPending()
            #expect(try await state(said, studio) == "indexed")
            let late = try await studio.say("Tell me later", sara)
            #expect(try await state(late, studio) == "queued")
            #expect(try await state(said, studio) == "indexed")
        }
        await provider.closeConnections()
        await provider.stop()
    }
}
