import Domain
import Foundation
import SpotterAPI

@testable import SpotterClient

/// Runs of the replica as lines of JSON, which the web app's replica plays as well (`Tests/Clients/WebAppTests/store/cases.ts`).
///
/// The first line says what is left out to keep the file small: the beginning of ids, and fields that have their usual
/// value. Each further line is a case: the chat in the beginning, the calls, and what is stored in the end.
enum ReplicaCases {
    static let count: UInt64 = 200
    private static let steps = 30
    /// Of all ids of the fixtures.
    private static let idPrefix = "01900000-0000-7000-0000-00000000"

    static func lines() throws -> [String] {
        let header: [String: Any] = ["idPrefix": idPrefix, "defaults": defaults]
        return try [text(header)] + (0..<count).map { try text(try one(seed: $0)) }
    }

    /// Every other case ends in the middle of things, with gaps and stale chats.
    private static func one(seed: UInt64) throws -> [String: Any] {
        var run = ReplicaRun(seed: seed)
        let first = try chat(run.server.fresh)
        for _ in 0..<steps { try run.step() }
        if seed.isMultiple(of: 2) { try run.settle() }
        let chatId = run.server.chat
        guard let record = run.store.record(of: chatId) else { throw Unplayable() }
        return [
            "seed": Int(seed), "me": "\(run.server.me)", "chat": first,
            "calls": try run.calls.map(call),
            "end": [
                "position": Int(record.position), "isStale": record.isStale,
                "known": record.known.ranges.map { [Int($0.lowerBound), Int($0.upperBound)] },
                "chat": try chat(record.chat),
                "messages": try (run.store.messages[chatId] ?? []).map(message),
            ],
        ]
    }

    private struct Unplayable: Error {}

    private static func call(_ call: ReplicaCall) throws -> [String: Any] {
        switch call {
        case .apply(let event): return ["apply": try frame(event)]
        case .reset(let new, let latest, let events):
            return ["reset": try chat(new), "page": try page(latest), "frames": try events.map(frame)]
        case .merge(let new, let asked, let events):
            return ["merge": try chat(new), "asked": Int(asked), "frames": try events.map(frame)]
        case .add(let new, let end, let asked, let events):
            return [
                "add": try page(new), "through": Int(end), "asked": Int(asked), "frames": try events.map(frame),
            ]
        }
    }

    // MARK: Values, without what is usual

    private static var defaults: [String: [String: Any]] {
        [
            "message": [
                "deletedAt": NSNull(), "editCount": 0, "editedAt": NSNull(), "media": [Any](), "mentions": [Any](),
                "quote": NSNull(), "reactions": [Any](), "replyTo": NSNull(), "status": "sent",
            ],
            "chat": [
                "announcement": false, "draft": NSNull(), "isPinned": false, "lastMessage": NSNull(),
                "mutedUntil": NSNull(),
                "photoMediaId": NSNull(), "pins": [Any](), "unread": 0, "unreadMentions": 0,
            ],
            "member": ["deliveredSeq": 0, "joinedSeq": 0, "photoMediaId": NSNull(), "readSeq": 0, "role": "member"],
        ]
    }

    private static func frame(_ event: ServerEvent) throws -> [String: Any] {
        var frame = try object(event)
        if let message = frame["message"] as? [String: Any] { frame["message"] = short(message, "message") }
        return frame
    }

    private static func message(_ value: Message) throws -> [String: Any] { short(try object(value), "message") }

    private static func page(_ value: MessagePage) throws -> [String: Any] {
        var page = try object(value)
        page["messages"] = try value.messages.map(message)
        return page
    }

    private static func chat(_ value: Chat) throws -> [String: Any] {
        var chat = try object(value)
        chat["members"] = try value.members.map { short(try object($0), "member") }
        if let last = value.lastMessage { chat["lastMessage"] = try message(last) }
        return short(chat, "chat")
    }

    private static func short(_ object: [String: Any], _ kind: String) -> [String: Any] {
        let usual = defaults[kind] ?? [:]
        return object.filter { key, value in
            usual[key].map { bytes(value) != bytes($0) } ?? true
        }
    }

    private static func bytes(_ value: Any) -> Data? {
        try? JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
    }

    private static func object(_ value: some Encodable) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(value))
        guard let object = json as? [String: Any] else { throw Unplayable() }
        return object
    }

    private static func text(_ value: [String: Any]) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        let text = String(decoding: data, as: UTF8.self)
        return value["idPrefix"] == nil ? text.replacing(idPrefix, with: "#") : text
    }
}
