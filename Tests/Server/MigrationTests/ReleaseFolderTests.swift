import Assistant
import Domain
import Foundation
import Logging
import Notifications
import ServerTestKit
import SpotterAPI
import SpotterServer
import Storage
import TestSupport
import Testing

/// Databases of earlier releases open without loss.
@Suite(.longTimeLimit) struct ReleaseFolderTests {
    /// While this release ran, its clock stood here.
    private static let now = Timestamp(rfc3339: "2026-03-11T13:20:00Z") ?? .latest

    @Test func everyAnswerIsTheSameAsBefore() async throws {
        let release = try await ReleaseFolder()
        try await TestServer.run(
            in: release.path,
            configure: { configuration in
                configuration.now = Self.now
                configuration.notifications.origins = Set([Origin("http://127.0.0.1:9")].compactMap { $0 })
            }
        ) { server in
            let accounts = try ReleaseFolder.answers().filter { $0.key.contains("@") }
            #expect(accounts.count == 3)
            for (email, answers) in accounts {
                let login = try await server.request(
                    "POST",
                    "/v1/auth/login",
                    json: ["email": email, "password": "spotter-demo"]
                )
                let token = login.json["accessToken"] as? String
                #expect(answers.count >= 12)
                for (path, expected) in answers {
                    let found = try await server.request("GET", path, token: token)
                    // A client has no prospects.
                    if expected is NSNull {
                        #expect(found.status == 403)
                        continue
                    }
                    #expect(found.status == 200)
                    let me = (login.json["user"] as? [String: Any])?["id"] as? String
                    let (old, new) = (Self.comparable(expected, to: me), Self.comparable(found.json, to: me))
                    #expect(old == new, "\(email) \(path)\n\(old)\n\(new)")
                }
            }
            #expect(try await server.server.useCases.audit.verify().brokenAt == nil)
        }
    }

    @Test func wordsAreFound() async throws {
        let release = try await ReleaseFolder()
        try await TestServer.run(in: release.path, startingAt: Self.now) { server in
            let login = try await server.request(
                "POST",
                "/v1/auth/login",
                json: ["email": "alex@example.com", "password": "spotter-demo"]
            )
            let found = try await server.http("POST", "/v1/search", login, ["query": "stairs", "mode": "text"])
            let ids = (found["results"] as? [[String: Any]])?.compactMap { $0["clientMessageId"] as? String }
            #expect(ids == (try ReleaseFolder.answers()["text"]?["clientMessageIds"] as? [String]))
        }
    }

    /// A migrated database and a new one have the same tables, columns, indexes and triggers.
    @Test func migratedAndNewSchemasAreEqual() async throws {
        let release = try await ReleaseFolder()
        let folder = TemporaryFolder()
        let migrated = try await Self.schema(of: release.databasePath)
        #expect(migrated.count > 60)
        #expect(migrated == (try await Self.schema(of: folder.path + "/new.db")))
    }

    private static func schema(of path: String) async throws -> [String: String] {
        let database = try ServerSchema.open(
            path: path,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let objects = try await database.read { connection in
            try connection.query(
                "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'"
            ) { (try $0.text(0), try $0.text(1)) }
        }
        try await database.close()
        return Dictionary(objects) { first, _ in first }
            .mapValues { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    /// Canonical JSON, without the field that depends on which session asks, and without the audit log's hashes: they have
    /// a key since.
    ///
    /// The reader's own cursors pass their own messages now; the unread counts and what others have read stay as they were.
    private static func comparable(_ json: Any, to me: String?) -> String {
        var json = json
        // Clients see their own appointments now, each with the other side's name; places, notes and series came later,
        // and no event had any.
        if var object = json as? [String: Any], let events = object["events"] as? [[String: Any]] {
            object["events"] = events.filter { $0["trainerId"] as? String == me }
                .map { event in
                    event.filter { key, value in
                        key != "with" && key != "withTimezone"
                            && !(["location", "notes", "seriesId", "rrule"].contains(key) && value is NSNull)
                    }
                }
            json = object
        }
        // Contacts tell their time zone now, and no proposal had been edited.
        if var object = json as? [String: Any] {
            for (list, added) in [("contacts", "timezone"), ("proposals", "version")] {
                guard let items = object[list] as? [[String: Any]] else { continue }
                object[list] = items.map { $0.filter { $0.key != added } }
            }
            json = object
        }
        // A conversation has settings and a revision now, and can be pinned; those of before have none, and aren't.
        if var object = json as? [String: Any], let conversations = object["conversations"] as? [[String: Any]] {
            object["conversations"] = conversations.map { conversation in
                let isUnset = (conversation["settings"] as? [String: Any])?.values.allSatisfy { $0 is NSNull } ?? true
                return conversation.filter { key, value in
                    !(key == "settings" && isUnset) && key != "revision"
                        && !(["isPinned", "isArchived"].contains(key) && value as? Bool == false)
                }
            }
            json = object
        }
        // No event was of whole days, or left people free.
        if var object = json as? [String: Any], let events = object["events"] as? [[String: Any]] {
            object["events"] = events.map { event in
                event.filter { key, value in
                    !(key == "dayZone" && value is NSNull) && !(key == "free" && value as? Bool == false)
                }
            }
            json = object
        }
        // Nobody had told the assistant anything about its answers.
        if var object = json as? [String: Any], var user = object["user"] as? [String: Any],
            user["customInstructions"] is NSNull
        {
            user["customInstructions"] = nil
            user["locale"] = nil
            object["user"] = user
            json = object
        }
        if var object = json as? [String: Any], let chats = object["chats"] as? [[String: Any]] {
            object["chats"] = chats.map { chat in
                var chat = chat
                chat["readSeq"] = nil
                // Added since; no group was for announcements.
                if chat["announcement"] as? Bool == false { chat["announcement"] = nil }
                chat["members"] = (chat["members"] as? [[String: Any]])?.map { member in
                    member["userId"] as? String == me ? member.filter { $0.key != "readSeq" } : member
                }
                return chat
            }
            json = object
        }
        let text = (try? JSONSerialization.data(withJSONObject: json, options: [.sortedKeys]))
            .map { String(decoding: $0, as: UTF8.self) }
        return (text ?? "").replacing(#""current":true"#, with: #""current":false"#)
            .replacing(/"(hash|previousHash)":"[0-9a-f]{64}"/, with: "")
    }
}

extension TestServer {
    fileprivate func http(
        _ method: String,
        _ path: String,
        _ login: RESTResponse,
        _ json: [String: Any]
    ) async throws -> [String: Any] {
        let token = login.json["accessToken"] as? String
        return try await RESTClient(baseURL: baseURL).request(method, path, token: token, json: json).json
    }
}
