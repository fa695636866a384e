import Domain
import Foundation
import ModelTestKit
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

/// One frame of each kind that a server sends, as it came over a socket.
struct FrameCapture {
    private(set) var frames: [String: JSONValue] = [:]

    /// What the actions of a trainer and a client make a real server send to them.
    static func all() async throws -> [String: JSONValue] {
        let provider = try await ScriptedProvider(responses: [VoiceStudio.said("My knee is fine again")])
        let captured = try await VoiceStudio.capture(from: provider, by: ManualClock(start))
        await provider.stop()
        let others = ["week.ready": try await weekReady(), "measure.alert": try await measureAlert()]
        return captured.frames.merging(others) { first, _ in first }
    }

    /// The next frame of that kind. Those before it are skipped.
    mutating func take(_ type: String, from socket: RawSocket) async throws {
        guard case .text(let text) = try await socket.next(type) else { return }
        frames[type] = JSONValue.parse(text)
    }

    mutating func keep(_ frame: RawFrame) {
        guard case .text(let text) = frame, let type = frame.type else { return }
        frames[type] = JSONValue.parse(text)
    }

    /// The weekly page at its hour, on a server that starts a second before.
    private static func weekReady() async throws -> JSONValue {
        let hour = try #require(Timestamp(rfc3339: "2026-03-13T07:00:00Z"))
        let clock = ManualClock(hour.adding(seconds: -1))
        return try await TestServer.run {
            $0.clock = clock
        } _: { server in
            let alex = try await server.register("Alex", role: .trainer)
            let (socket, _) = try await server.open(alex)
            let body: [String: Any] = ["weekly": true, "weekday": "fri", "hour": 7]
            let answer = try await server.request("PATCH", "/v1/me/proactive", as: alex, json: body)
            #expect(answer.json["nextAt"] as? String == hour.description)
            clock.set(hour)
            var capture = FrameCapture()
            try await capture.take("week.ready", from: socket)
            return try #require(capture.frames["week.ready"])
        }
    }

    /// A client's night that is far shorter than usual.
    private static func measureAlert() async throws -> JSONValue {
        try await TestServer.run {
            $0.clock = ManualClock(start)
        } _: { server in
            let (alex, sara, _) = try await server.pair()
            let (socket, _) = try await server.open(alex)
            let on = try await server.request("PUT", "/v1/me/measure-alerts", as: alex, json: ["enabled": true])
            #expect(on.status == 200)
            for (day, hours) in [("2026-03-09", 7.5), ("2026-03-10", 8), ("2026-03-11", 7), ("2026-03-12", 4.5)] {
                let body: [String: Any] = ["kind": "sleep", "value": hours, "day": day]
                let path = "/v1/clients/\(sara.id)/measures/points"
                #expect(try await server.request("POST", path, as: sara, json: body).status == 201)
            }
            var capture = FrameCapture()
            try await capture.take("measure.alert", from: socket)
            return try #require(capture.frames["measure.alert"])
        }
    }

    /// Thursday morning.
    private static let start = Timestamp(milliseconds: 1_773_306_000_000)
}

extension VoiceStudio {
    fileprivate static func capture(
        from provider: ScriptedProvider,
        by clock: ManualClock
    ) async throws -> FrameCapture {
        let (captures, done) = AsyncStream<FrameCapture>.makeStream()
        try await open(provider) {
            $0.clock = clock
        } _: { studio in
            var capture = FrameCapture()
            let trainer = try await studio.server.socket(token: studio.alex.accessToken)
            let client = try await studio.server.socket(token: studio.sara.accessToken)
            // A position that the server never had: it can't be resumed from.
            capture.keep(try await trainer.hello(positions: [studio.chat: 99]))
            try await capture.take("resync", from: trainer)
            _ = try await client.hello()
            try await studio.captureMessages(&capture, trainer, client)
            try await studio.captureChats(&capture, trainer, client)
            try await studio.captureCalendar(&capture, trainer, client, clock)
            try await studio.captureOwnDevices(&capture, trainer, clock)
            done.yield(capture)
        }
        done.finish()
        return try #require(await captures.first { _ in true })
    }

    @discardableResult
    private func did(_ method: String, _ path: String, as user: TestUser, _ body: String? = nil) async throws
        -> JSONValue
    {
        let answer = try await json(method, path, as: user, body)
        #expect((200..<300).contains(answer.status), "\(method) \(path): \(answer.json.text)")
        return answer.json
    }

    private func captureMessages(_ capture: inout FrameCapture, _ trainer: RawSocket, _ client: RawSocket) async throws
    {
        try client.send(.typing(chat, isTyping: true))
        try await capture.take("typing", from: trainer)
        try client.send(
            .send(.init(id: "1", chatId: chat, clientMessageId: "sara-1", text: "My left knee hurts after the run"))
        )
        try await capture.take("ack", from: client)
        try await capture.take("message.created", from: trainer)
        let message = try #require(capture.frames["message.created"]?["message"]?["id"]?.string)
        let path = "/v1/chats/\(chat)/messages/\(message)"
        try await did("PUT", "\(path)/reactions/%F0%9F%91%8D", as: alex)
        try await capture.take("reaction.changed", from: client)
        try await did("PATCH", path, as: sara, #"{"text":"My right knee hurts after the run"}"#)
        try await capture.take("message.edited", from: trainer)
        try await did("DELETE", path, as: sara)
        try await capture.take("message.deleted", from: trainer)
        try await did("POST", "/v1/chats/\(chat)/read", as: alex, #"{"seq":1}"#)
        try await capture.take("receipt.updated", from: client)
        try await optIn()
        _ = try await speak()
        // The first says that a transcript will come.
        try await capture.take("message.transcribed", from: trainer)
        try await capture.take("message.transcribed", from: trainer)
        try client.send(.ping(id: "2"))
        try await capture.take("pong", from: client)
        client.send(text: #"{"type":"message.send","id":"3","chatId":"nowhere","clientMessageId":"x","text":"Hi"}"#)
        try await capture.take("error", from: client)
    }

    private func captureChats(_ capture: inout FrameCapture, _ trainer: RawSocket, _ client: RawSocket) async throws {
        let mike = try await server.register("Mike", role: .client)
        let nora = try await server.register("Nora", role: .client)
        for person in [mike, nora] { try await server.addClient(person, of: alex) }
        let group = try await server.group("Tuesday runs", of: alex, with: [sara, nora])
        try await did("PATCH", "/v1/chats/\(group.id)", as: alex, #"{"name":"Tuesday and Friday runs"}"#)
        try await capture.take("chat.updated", from: client)
        try await did("POST", "/v1/chats/\(group.id)/members", as: alex, #"{"memberIds":["\#(mike.id)"]}"#)
        try await capture.take("member.changed", from: client)
        let settings = #"{"mutedUntil":"forever","isPinned":true}"#
        try await did("PATCH", "/v1/chats/\(group.id)/settings", as: sara, settings)
        try await capture.take("settings.changed", from: client)
        try await did("PUT", "/v1/chats/\(group.id)/draft", as: sara, #"{"text":"See you"}"#)
        try await capture.take("draft.changed", from: client)
        let (others, _) = try await server.open(mike)
        try await capture.take("presence", from: trainer)
        others.close()
        try await did("PATCH", "/v1/me", as: alex, #"{"displayName":"Alex Moore"}"#)
        try await capture.take("user.updated", from: client)
        let tess = try await server.register("Tess", role: .trainer)
        try await did("POST", "/v1/contacts", as: tess, #"{"email":"\#(sara.user.email)"}"#)
        try await capture.take("contact.request", from: client)
    }

    private func captureCalendar(
        _ capture: inout FrameCapture,
        _ trainer: RawSocket,
        _ client: RawSocket,
        _ clock: ManualClock
    ) async throws {
        let start = clock.now().adding(minutes: 2880)
        func times(_ minutes: Int64) -> String {
            #""startsAt":"\#(start.adding(minutes: minutes))","endsAt":"\#(start.adding(minutes: minutes + 30))""#
        }
        let made = try await did(
            "POST",
            "/v1/calendar/events",
            as: alex,
            #"{"eventType":"call","clientId":"\#(sara.id)",\#(times(0))}"#
        )
        try await capture.take("event.created", from: client)
        let event = try #require(made["event"]?["id"]?.string)
        try await did("PATCH", "/v1/calendar/events/\(event)", as: alex, "{\(times(60))}")
        try await capture.take("event.moved", from: client)
        try await did("PATCH", "/v1/calendar/events/\(event)", as: alex, #"{"location":"Park"}"#)
        try await capture.take("event.relocated", from: client)
        try await did("DELETE", "/v1/calendar/events/\(event)", as: alex)
        try await capture.take("event.cancelled", from: client)
        let soon = clock.now().adding(milliseconds: 1_000)
        try await did("POST", "/v1/reminders", as: alex, #"{"text":"Ask about the knee","dueAt":"\#(soon)"}"#)
        clock.set(soon)
        try await capture.take("reminder.due", from: trainer)
        let notice = try #require(capture.frames["reminder.due"]?["notice"]?["id"]?.string)
        try await did("POST", "/v1/notices/\(notice)/seen", as: alex)
        try await capture.take("notice.seen", from: trainer)
    }

    private func captureOwnDevices(
        _ capture: inout FrameCapture,
        _ trainer: RawSocket,
        _ clock: ManualClock
    ) async throws {
        try await did("POST", "/v1/inbox/\(chat)/snooze", as: alex, #"{"minutes":60}"#)
        try await capture.take("inbox.changed", from: trainer)
        let later = clock.now().adding(minutes: 60)
        let scheduled = #"{"chatId":"\#(chat)","clientMessageId":"s1","text":"How was it?","sendAt":"\#(later)"}"#
        try await did("POST", "/v1/scheduled-messages", as: alex, scheduled)
        try await capture.take("scheduled.changed", from: trainer)
        try await did("POST", "/v1/templates", as: alex, #"{"name":"Hello","text":"Hi {first}"}"#)
        try await capture.take("template.changed", from: trainer)
        try await did("PUT", "/v1/clients/\(sara.id)/notes", as: alex, #"{"text":"Left knee, since January"}"#)
        try await capture.take("notes.changed", from: trainer)
        try await did("POST", "/v1/assistant/query", as: alex, #"{"message":"What can you do?"}"#)
        try await capture.take("assistant.conversation", from: trainer)
        let on = #"{"enabled":true,"acknowledgement":"I answer tonight."}"#
        try await did("PATCH", "/v1/automatic", as: alex, on)
        try await capture.take("automatic.changed", from: trainer)
        let offer = #"{"kinds":["appointments","acknowledgement"]}"#
        try await did("PUT", "/v1/automatic/agreements/\(sara.id)", as: alex, offer)
        try await did("POST", "/v1/automatic/agreements/\(alex.id)/accept", as: sara)
        // What the client wrote before was for a human.
        try await did("POST", "/v1/chats/\(chat)/messages", as: alex, #"{"clientMessageId":"a1","text":"All good"}"#)
        try await did("POST", "/v1/chats/\(chat)/messages", as: sara, #"{"clientMessageId":"s2","text":"Loved it!"}"#)
        try await capture.take("automatic.reply", from: trainer)
    }
}
