import Domain
import Foundation
import NIOHTTP1
import NIOWebSocket
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

@Suite struct SpotterSocketTests {
    private static let welcome = """
        {"type":"welcome","userId":"01900000-0000-7000-0000-000000000001",
         "sessionId":"01900000-0000-7000-0000-000000000005","serverTime":"2026-03-11T13:15:00.000Z",
         "heartbeatSeconds":25,"chats":[]}
        """
    private let sockets = AsyncStream<PeerSocket>.makeStream()

    /// A client and the server's end of its socket, past the welcome.
    private func connected(
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws -> (peer: Peer, client: SpotterSocket, server: PeerSocket) {
        let continuation = sockets.continuation
        let peer = try await Peer.start(socket: { continuation.yield($0) })
        let address = peer.address
        let connecting = Task {
            try await SpotterSocket.connect(
                to: address,
                token: Secret("t0ken"),
                deviceId: "d1",
                positions: [Fixture.id(10): 7],
                clock: clock
            )
        }
        let server = try #require(await sockets.stream.first { _ in true })
        let hello = try #require(await server.next())
        #expect(hello.contains(#""01900000-0000-7000-0000-00000000000a":7"#))
        #expect(hello.contains(#""type":"hello""#))
        #expect(!hello.contains("t0ken"))
        server.send(Self.welcome)
        return (peer, try await connecting.value, server)
    }

    @Test func theTokenIsInAHeaderAndNowhereElse() async throws {
        let (peer, client, server) = try await connected()
        #expect(server.head.headers.first(name: "Authorization") == "Bearer t0ken")
        #expect(server.head.uri == "/v1/socket")
        #expect(client.welcome.heartbeatSeconds == 25)
        client.close()
        try await peer.stop()
    }

    @Test func acksAndErrorsFindTheirSends() async throws {
        let (peer, client, server) = try await connected()
        let chat: ChatID = Fixture.id(10)
        let first = Task { try await client.send(Draft(chatId: chat, clientMessageId: "a", text: "1")) }
        #expect(await server.next()?.contains(#""id":"a""#) == true)
        let second = Task { try await client.send(Draft(chatId: chat, clientMessageId: "b", text: "2")) }
        #expect(await server.next()?.contains(#""clientMessageId":"b""#) == true)
        server.send(
            #"{"type":"error","id":"b","error":{"code":"not_a_member","message":"no","retryable":false,"requestId":"r"}}"#
        )
        server.send(
            """
            {"type":"ack","id":"a","result":{"message":{"id":"01900000-0000-7000-0000-0000000003e9","chatId":"\(chat)",
             "seq":8,"senderId":"01900000-0000-7000-0000-000000000001","clientMessageId":"a","text":"1",
             "createdAt":"2026-03-11T13:15:00.000Z","status":"sent","via":"user"}}}
            """
        )
        #expect(try await first.value.seq == 8)
        await #expect(throws: ClientError.refused(SpotterError(.notAMember, "no"), requestId: "r")) {
            try await second.value
        }
        client.close()
        try await peer.stop()
    }

    @Test func fragmentsAreJoinedAndPingsAnswered() async throws {
        let (peer, client, server) = try await connected()
        server.send(#"{"type":"presence","userId":"01900000-0000"#, fin: false)
        server.send("", opcode: .ping)
        server.send(#"-7000-0000-000000000002","status":"on"#, fin: false, opcode: .continuation)
        server.send(#"line"}"#, opcode: .continuation)
        #expect(await server.next() == "<pong>")
        let event = await client.events.first { _ in true }
        #expect(event == .presence(Presence(userId: Fixture.id(2), status: .online, lastSeen: nil)))
        client.close()
        try await peer.stop()
    }

    @Test func aRefusedUpgradeTellsTheServersError() async throws {
        let peer = try await Peer.start(
            accepts: { _ in false },
            reply: { _ in .refusal("token_expired", .unauthorized) }
        )
        await #expect(throws: ClientError.refused(SpotterError(.tokenExpired, "said token_expired"), requestId: "r1")) {
            try await SpotterSocket.connect(to: peer.address, token: Secret("x"), deviceId: "d")
        }
        try await peer.stop()
    }

    @Test func aCloseFailsWhatWaitsAndTellsWhy() async throws {
        let (peer, client, server) = try await connected()
        let sent = Task { try await client.send(Draft(chatId: Fixture.id(10), clientMessageId: "a", text: "1")) }
        _ = await server.next()
        server.close(code: 1001, reason: "going away")
        let reason = "the server closed the connection: going away (1001)"
        await #expect(throws: ClientError.disconnected(reason)) { try await sent.value }
        #expect(client.closeReason == reason)
        #expect(await client.events.first { _ in true } == nil)
        try await peer.stop()
    }

    @Test func garbageEndsTheConnectionAndNotTheProcess() async throws {
        let (peer, client, server) = try await connected()
        server.send(#"{"type":"typing","chatId":17}"#)
        #expect(await client.events.first { _ in true } == nil)
        #expect(client.closeReason == "the server sent a frame that this version can't read")
        try await peer.stop()
    }

    @Test func framesOfLaterVersionsArePassedOn() async throws {
        let (peer, client, server) = try await connected()
        let text = #"{"type":"poll.changed","chatId":"01900000-0000-7000-0000-00000000000a","seq":8,"votes":[1,2]}"#
        server.send(text)
        let event = await client.events.first { _ in true }
        let frame = try #require(JSONValue.parse(text))
        #expect(event == .other(type: "poll.changed", chatId: Fixture.id(10), seq: 8, frame: frame))
        // Nothing of it is lost when it is printed.
        #expect(JSONValue.parse(String(decoding: try JSONEncoder().encode(event), as: UTF8.self)) == frame)
        client.close()
        try await peer.stop()
    }

    @Test func aSilentServerIsPingedAndThenGivenUp() async throws {
        let clock = TestClock()
        let (peer, client, server) = try await connected(clock: clock)
        // The wait for the welcome, then the first heartbeat.
        var sleep = await clock.nextSleep()
        if sleep == .seconds(10) { sleep = await clock.nextSleep() }
        #expect(sleep == .seconds(25))
        clock.advance(by: .seconds(25))
        #expect(await server.next()?.contains(#""type":"ping""#) == true)
        #expect(await clock.nextSleep() == .seconds(10))
        clock.advance(by: .seconds(10))
        #expect(await client.events.first { _ in true } == nil)
        #expect(client.closeReason == "the server no longer answers")
        try await peer.stop()
    }
}
