import Domain
import Foundation
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// What one device of a user plans, the user's others learn; nobody else does.
@Suite(.standardTimeLimit) struct OwnDevicesTests {
    @Test func otherDevicesLearnWhatOneHasPlanned() async throws {
        let clock = ManualClock(Timestamp(milliseconds: 1_773_234_900_000))
        try await TestServer.run(configure: { $0.clock = clock }) { server in
            let (alex, sara, chat) = try await server.pair()
            let (device, _) = try await server.open(alex)
            let (hers, _) = try await server.open(sara)
            func call(_ method: String, _ path: String, _ json: [String: Any]) async throws -> [String: Any] {
                let answer = try await server.request(method, path, as: alex, json: json)
                #expect((200..<300).contains(answer.status), "\(path): \(String(decoding: answer.body, as: UTF8.self))")
                return answer.json
            }
            _ = try await call("POST", "/v1/inbox/\(chat.id)/snooze", ["minutes": 5])
            let snoozed = try await device.next("inbox.changed")
            #expect(Set(snoozed.json.keys) == ["type", "chatId", "doneSeq", "snoozedUntil"])
            _ = try await call("PUT", "/v1/clients/\(sara.id)/notes", ["text": "left knee"])
            #expect((try await device.next("notes.changed").json["notes"] as? [String: Any])?["text"] != nil)
            let template = try await call("POST", "/v1/templates", ["name": "t", "text": "Hi {first}"])["template"]
            let id = try #require((template as? [String: Any])?["id"] as? String)
            #expect(try await device.next("template.changed").json["id"] as? String == id)
            _ = try await server.request("DELETE", "/v1/templates/\(id)", as: alex)
            #expect(try await device.next("template.changed").json["template"] is NSNull)

            // The running service sends what is due in a moment, though it sleeps.
            let soon = clock.now().adding(milliseconds: 1_000)
            let later: [String: Any] = ["chatId": "\(chat.id)", "text": "soon", "sendAt": "\(soon)"]
            _ = try await call("POST", "/v1/scheduled-messages", later)
            func state(_ json: [String: Any]) -> String? {
                (json["scheduledMessage"] as? [String: Any])?["state"] as? String
            }
            #expect(state(try await device.next("scheduled.changed").json) == "scheduled")
            clock.set(soon)
            let arrived = try await hers.next("message.created")
            #expect(arrived.message["text"] as? String == "soon")
            #expect(state(try await device.next("scheduled.changed").json) == "sent")
            let frames = try await hers.drained().compactMap(\.type)
            #expect(!frames.contains { $0.hasSuffix(".changed") })
        }
    }
}
