import Domain
import Foundation
import NIOHTTP1
import SpotterAPI
import Testing

@testable import SpotterClient

@Suite struct SpotterHTTPTests {
    private func json(_ value: some Encodable) -> String {
        String(decoding: (try? JSONEncoder().encode(value)) ?? Data(), as: UTF8.self)
    }

    @discardableResult
    private func withPeer<Result>(
        _ reply: @escaping @Sendable (Peer.Request) -> Peer.Reply,
        session: MemorySession = MemorySession(Fixture.grant("one")),
        _ body: (SpotterHTTP) async throws -> Result
    ) async throws -> Result {
        let peer = try await Peer.start(reply: reply)
        let result = try await body(SpotterHTTP(server: peer.address, session: session))
        try await peer.stop()
        return result
    }

    @Test func sendsWhatTheContractSays() async throws {
        let answer = json(["message": Fixture.message(seq: 1)])
        let draft = Draft(chatId: Fixture.id(10), clientMessageId: "c1", text: "hé \"quoted\"")
        let message = try await withPeer({ request in
            #expect(request.route == "POST /v1/chats/01900000-0000-7000-0000-00000000000a/messages")
            #expect(request.token == "Bearer access-one")
            #expect(!request.head.uri.contains("access"))
            let body = try? JSONDecoder().decode([String: String].self, from: Data(request.body.utf8))
            #expect(body == ["clientMessageId": "c1", "text": "hé \"quoted\""])
            return .json(answer, .created)
        }) { try await $0.send(draft) }
        #expect(message == Fixture.message(seq: 1))
    }

    @Test func queriesAreEscaped() async throws {
        try await withPeer({ request in
            #expect(request.route == "GET /v1/users?query=a%26b%3D%2Fc%20%C3%BC")
            return .json(#"{"users":[]}"#)
        }) { api in
            let users = try await api.users(matching: "a&b=/c ü")
            #expect(users.isEmpty)
        }
    }

    @Test func anEnvelopeBecomesItsError() async throws {
        try await withPeer({ _ in .refusal("not_a_member", .notFound) }) { api in
            await #expect(
                throws: ClientError.refused(SpotterError(.notAMember, "said not_a_member"), requestId: "r1")
            ) { try await api.chats() }
        }
    }

    @Test func anExpiredTokenIsRenewedOnceForAll() async throws {
        let fresh = json(Fixture.grant("two"))
        let refreshes = Counter()
        let session = MemorySession(Fixture.grant("one"))
        try await withPeer(
            { request in
                if request.route == "POST /v1/auth/refresh" {
                    refreshes.add()
                    #expect(request.token == nil)
                    #expect(request.body.contains("refresh-one"))
                    return .json(fresh)
                }
                return request.token == "Bearer access-two"
                    ? .json(#"{"chats":[]}"#) : .refusal("token_expired", .unauthorized)
            },
            session: session
        ) { api in
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { _ = try await api.chats() } }
                try await group.waitForAll()
            }
        }
        #expect(refreshes.count == 1)
        #expect(session.load() == Fixture.grant("two"))
    }

    @Test func aRefusedRefreshEndsTheSession() async throws {
        try await withPeer({ request in
            request.route == "POST /v1/auth/refresh"
                ? .refusal("refresh_reused", .unauthorized) : .refusal("token_expired", .unauthorized)
        }) { api in
            await #expect(throws: ClientError.sessionEnded) { try await api.chats() }
        }
    }

    @Test func aWrongPasswordIsNoReasonToRefresh() async throws {
        try await withPeer(
            { request in
                #expect(request.route == "POST /v1/auth/login")
                return .refusal("invalid_credentials", .unauthorized)
            },
            session: MemorySession()
        ) { api in
            await #expect(throws: ClientError.self) {
                try await api.login(email: "alex@example.com", password: Secret("wrong"))
            }
        }
    }

    @Test func anotherKindOfServerIsSaidSo() async throws {
        try await withPeer({ _ in .json("<html>hello</html>") }) { api in
            let error = await #expect(throws: ClientError.self) { try await api.chats() }
            #expect("\(error, default: "")".contains("can't read"))
        }
    }

    @Test func nobodyThereIsSaidInOneLine() async throws {
        let peer = try await Peer.start()
        let address = peer.address
        try await peer.stop()
        let api = SpotterHTTP(server: address, session: MemorySession(Fixture.grant("one")))
        await #expect(
            throws: ClientError.unreachable(
                "can't reach \(address): connection refused. Is `spotter serve` running?"
            )
        ) { try await api.chats() }
    }

    @Test func streamsAnAnswerHoweverItIsCut() async throws {
        let completed =
            #"{"conversationId":"01900000-0000-7000-0000-0000000000a1","messageId":"01900000-0000-7000-0000-0000000000b2","text":"Hi.","citations":[],"proposals":[],"needs":null,"model":"x","usage":{"inputTokens":1,"outputTokens":2}}"#
        let started =
            #"{"conversationId":"01900000-0000-7000-0000-0000000000a1","messageId":"01900000-0000-7000-0000-0000000000b2"}"#
        let parts = [
            "event: started\ndata: \(started)\n\nevent: text.de",
            "lta\ndata: {\"text\":\"Hi\"}\n", "\nevent: text.delta\ndata: {\"text\":\".\"}\n\n",
            "event: completed\ndata: \(completed)\n\n",
        ]
        let events = try await withPeer({ request in
            #expect(request.head.headers.first(name: "Accept") == "text/event-stream")
            return Peer.Reply(type: "text/event-stream", parts: parts)
        }) { api in
            try await api.askStreaming(AssistantQuery(message: "hello")).reduce(into: []) { $0.append($1) }
        }
        let conversation = try #require(ConversationID("01900000-0000-7000-0000-0000000000a1"))
        let message = try #require(TurnID("01900000-0000-7000-0000-0000000000b2"))
        let first: [AssistantEvent] = [
            .started(conversationId: conversation, messageId: message), .textDelta("Hi"), .textDelta("."),
        ]
        #expect(Array(events.prefix(3)) == first)
        #expect(events.count == 4)
    }

    @Test func aBrokenOffAnswerIsNoAnswer() async throws {
        try await withPeer({ _ in
            Peer.Reply(type: "text/event-stream", parts: ["event: text.delta\ndata: {\"text\":\"Hi\"}\n\n", " "])
        }) { api in
            await #expect(throws: ClientError.disconnected("the answer broke off before its end")) {
                for try await _ in api.askStreaming(AssistantQuery(message: "hello")) {}
            }
        }
    }
}
