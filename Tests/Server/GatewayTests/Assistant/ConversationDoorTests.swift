import Domain
import Foundation
import ModelTestKit
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

/// Conversations over REST and sockets: branches, revisions, lists, export.
@Suite(.standardTimeLimit) struct ConversationDoorTests {
    private static func tree(_ studio: AssistantFixture, _ id: String, since: Int64? = nil) async throws
        -> ConversationTree
    {
        let query = since.map { "?since=\($0)" } ?? ""
        let answer = try await studio.server.request(
            "GET",
            "/v1/assistant/conversations/\(id)\(query)",
            as: studio.alex
        )
        #expect(answer.status == 200)
        return try JSONDecoder().decode(ConversationTree.self, from: answer.body)
    }

    @Test func branchesOverTheWire() async throws {
        try await AssistantFixture.open { studio in
            let first = try await studio.ask("What is on today?").json
            let id = try #require(first["conversationId"]?.string)
            let old = try #require(first["messageId"]?.string)
            let again = try await studio.request("POST", "/v1/assistant/messages/\(old)/regenerate")
            let new = try #require(again.json["messageId"]?.string)
            var tree = try await Self.tree(studio, id)
            #expect(tree.activeId?.description == new && tree.branch.last?.index == 2)
            #expect(tree.branch.last?.siblingIds.map(\.description) == [old, new])

            let path = "/v1/assistant/messages/\(new)/select"
            let back = try await studio.request("POST", path, ["step": -1])
            #expect(back.status == 200 && back.json["activeId"]?.string == old)
            #expect(back.json["branch"]?.array?.last?["index"] == 1 && back.json["branch"]?.array?.last?["count"] == 2)
            #expect(back.json["turns"]?.array?.count == 1)
            // Beyond the end nothing changes.
            let edge = try await studio.request("POST", "/v1/assistant/messages/\(old)/select", ["step": -1])
            #expect(edge.status == 200 && edge.json["activeId"]?.string == old && edge.json["turns"] == [])
            #expect(try await studio.request("POST", path).json["activeId"]?.string == new)
            #expect(try await studio.request("POST", path, ["step": 2]).errorCode == "invalid_request")
            for (method, path) in [("POST", path), ("DELETE", "/v1/assistant/messages/\(new)")] {
                #expect(try await studio.request(method, path, as: studio.sara).status == 404)
            }

            _ = try await studio.request("POST", "/v1/assistant/messages/\(old)/select")
            let next = try await studio.ask("And tomorrow?", more: ["conversationId": .string(id)]).json
            tree = try await Self.tree(studio, id)
            #expect(tree.branch.map(\.messageId.description).suffix(3).first == old)
            #expect(tree.activeId?.description == next["messageId"]?.string)

            let gone = try await studio.request("DELETE", "/v1/assistant/messages/\(old)")
            #expect(gone.status == 200 && gone.json["deletedIds"]?.array?.count == 3)
            #expect(gone.json["activeId"]?.string == new)
            #expect(try await studio.request("DELETE", "/v1/assistant/messages/\(old)").status == 404)
            tree = try await Self.tree(studio, id)
            #expect(tree.turns.count == 2 && tree.branch.last?.count == 1)
        }
    }

    @Test func twoDevicesFollowByFramesAndRevisions() async throws {
        try await AssistantFixture.open { studio in
            let (phone, _) = try await studio.server.open(studio.alex)
            let (hers, _) = try await studio.server.open(studio.sara)
            let first = try await studio.ask("What is on today?").json
            let id = try #require(first["conversationId"]?.string)
            func told() async throws -> Int64 {
                let frame = try await phone.next("assistant.conversation")
                #expect(Set(frame.json.keys) == ["type", "conversationId", "revision", "deleted"])
                #expect(frame.json["conversationId"] as? String == id)
                return try #require(frame.json["revision"] as? Int64)
            }
            let asked = try await told()
            var known = try await Self.tree(studio, id)
            #expect(try await told() > asked)
            var changes: [(String, String, JSONValue?)] = []
            let one = "/v1/assistant/conversations/\(id)"
            let answer = try #require(first["messageId"]?.string)
            changes.append(("PATCH", one, ["title": "Today", "isPinned": true]))
            changes.append(("POST", "/v1/assistant/messages/\(answer)/regenerate", [:]))
            changes.append(("POST", "/v1/assistant/messages/\(answer)/select", nil))
            changes.append(("PUT", "/v1/assistant/messages/\(answer)/rating", ["rating": "good"]))
            changes.append(("DELETE", "/v1/assistant/messages/\(answer)", nil))
            for (method, path, body) in changes {
                #expect(try await studio.request(method, path, body).status == 200, "\(method) \(path)")
                var revision = try await told()
                if path.hasSuffix("regenerate") { revision = try await told() }
                #expect(revision > known.conversation.revision)
                let missed = try await Self.tree(studio, id, since: known.conversation.revision)
                known = try #require(known.updated(with: missed))
                #expect(known == (try await Self.tree(studio, id)) && known.conversation.revision == revision)
            }
            #expect(known.conversation.isPinned && known.conversation.title == "Today" && known.turns.count == 2)
            #expect(try await studio.request("DELETE", one).status == 204)
            let end = try await phone.next("assistant.conversation")
            #expect(end.json["deleted"] as? Bool == true)
            #expect(try await !hers.drained().compactMap(\.type).contains("assistant.conversation"))
        }
    }

    @Test func pinnedComeFirstAndArchivedAreApart() async throws {
        try await AssistantFixture.open { studio in
            var ids: [String] = []
            for question in ["What is on today?", "Who hasn't paid for May?", "How is Sara's knee?"] {
                ids.append(try #require(try await studio.ask(question).json["conversationId"]?.string))
            }
            func list(_ query: String = "") async throws -> [String] {
                let answer = try await studio.request("GET", "/v1/assistant/conversations\(query)")
                #expect(answer.status == 200, "\(query)")
                return answer.json["conversations"]?.array?.compactMap { $0["id"]?.string } ?? []
            }
            #expect(try await list() == ids.reversed())
            func change(_ place: Int, _ body: JSONValue) async throws {
                let answer = try await studio.request("PATCH", "/v1/assistant/conversations/\(ids[place])", body)
                #expect(answer.status == 200, "\(answer.json)")
            }
            try await change(0, ["isPinned": true])
            #expect(try await list() == [ids[0], ids[2], ids[1]])
            #expect(try await list("?limit=1") == [ids[0]])
            #expect(try await list("?limit=5&before=\(ids[0])") == [ids[2], ids[1]])
            try await change(2, ["isArchived": true])
            #expect(try await list() == [ids[0], ids[1]])
            #expect(try await list("?archived=true") == [ids[2]])
            #expect(try await list("?query=knee").isEmpty)
            #expect(try await list("?query=KNEE&archived=true") == [ids[2]])
            #expect(try await list("?query=paid%20for") == [ids[1]])
            #expect(try await list("?query=%25").isEmpty)
            try await change(2, ["isArchived": false])
            try await change(0, ["isPinned": false])
            #expect(try await list() == ids.reversed())
            #expect(try await studio.request("GET", "/v1/assistant/conversations?archived=x").status == 400)
            let long = String(repeating: "x", count: 201)
            #expect(try await studio.request("GET", "/v1/assistant/conversations?query=\(long)").status == 400)
        }
    }

    @Test func aConversationIsExportedAsAFile() async throws {
        try await AssistantFixture.open { studio in
            let said = "My knee [hurts](https://evil.example)\n# since Sunday"
            try await studio.say(said, studio.sara)
            let answer = try await studio.ask("What did Sara say about her knee?").json
            let id = try #require(answer["conversationId"]?.string)
            let path = "/v1/assistant/conversations/\(id)/export"
            let file = try await studio.server.request("GET", path, as: studio.alex)
            #expect(file.status == 200 && file.headers["content-type"] == "text/markdown; charset=utf-8")
            #expect(file.headers["content-disposition"]?.contains("filename=\"sara-s-knee.md\"") == true)
            #expect(file.headers["cache-control"] == "no-store" && file.headers["x-content-type-options"] == "nosniff")
            let text = String(decoding: file.body, as: UTF8.self)
            #expect(text.hasPrefix("# Sara's knee\n\n") && text.contains("## Alex Moore, Wed 11 Mar 2026 09:15"))
            #expect(
                text.contains("[^1]: *Sara Lindqvist*") && text.contains("\\](https\\://")
                    && !text.contains("\n# since")
            )
            let json = try await studio.server.request("GET", path + "?format=json", as: studio.alex)
            #expect(json.headers["content-disposition"]?.contains("sara-s-knee.json") == true)
            let exported = try JSONDecoder().decode(ConversationTree.self, from: json.body)
            #expect(exported == (try await Self.tree(studio, id)))
            #expect(try await studio.request("GET", path + "?format=pdf").errorCode == "invalid_request")
            #expect(try await studio.request("GET", path, as: studio.sara).status == 404)
        }
    }

    @Test func aTitleByTheModelComesAfterTheAnswer() async throws {
        let provider = try await ScriptedProvider { request, _ in
            let isForTitle = request.json["messages"]?[0]?["content"]?.string?.hasPrefix("Name the topic") == true
            return .text(isForTitle ? "Sara's sore knee" : "She is fine.")
        }
        try await AssistantFixture.open(provider: provider) {
            $0.titlesByModel = true
        } _: { studio in
            let (phone, _) = try await studio.server.open(studio.alex)
            let answer = try await studio.ask("How is Sara's knee today?").json
            #expect(answer["text"] == "She is fine.")
            let id = try #require(answer["conversationId"]?.string)
            for _ in 0..<3 { _ = try await phone.next("assistant.conversation") }
            #expect(try await Self.tree(studio, id).conversation.title == "Sara's sore knee")
            let usage = try await studio.request("GET", "/v1/me/usage").json
            #expect(usage["day"]?["requests"] == 2 && provider.requests.count == 2)
        }
        await provider.stop()
    }

    @Test func framesNeedTheScope() async throws {
        try await AssistantFixture.open { studio in
            func socket(_ scopes: [String]) async throws -> RawSocket {
                let body: JSONValue = ["name": "bot", "scopes": .array(scopes.map { .string($0) })]
                let made = try await studio.request("POST", "/v1/keys", body)
                let socket = try await studio.server.socket()
                _ = try await socket.hello(token: Secret(try #require(made.json["key"]?["secret"]?.string)))
                return socket
            }
            let may = try await socket(["messages:read", "assistant"])
            let mayNot = try await socket(["messages:read"])
            _ = try await studio.ask("What is on today?")
            _ = try await may.next("assistant.conversation")
            #expect(try await !mayNot.drained().compactMap(\.type).contains("assistant.conversation"))
        }
    }
}
