import Accounts
import Domain
import Foundation
import Gateway
import Messaging
import Notifications
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

/// An export has all that its person may read, and nothing else.
@Suite(.standardTimeLimit) struct ExportTests {
    @Test func holdsAllThatIsTheirsAndNothingElse() async throws {
        let hooks = try #require(Origin("http://127.0.0.1:9"))
        try await TestServer.run(configure: { $0.notifications.origins = [hooks] }) { server in
            let studio = try await ExportStudio(on: server)
            let archive = try await studio.export(studio.sara)
            try archive.checkManifest()
            #expect(try archive.json("account.json")["user"]?["email"] == "sara@example.com")
            #expect(try archive.json("contacts.json")["contacts"]?.array?.count == 1)
            #expect(try archive.json("drafts.json")["drafts"]?.array?.count == 1)
            #expect(try archive.json("sessions.json")["sessions"]?.array?.isEmpty == false)
            #expect(try archive.json("calendar-0001.json")["events"]?.array?.count == 1)
            #expect(try archive.json("reminders-0001.json")["reminders"]?.array?.count == 1)
            #expect(try archive.json("notifications.json")["subscriptions"]?.array?.count == 1)
            #expect(archive.order.contains { $0.hasPrefix("assistant/conversations/") })
            let chat = "chats/\(studio.direct)"
            let page = try archive.decode(MessagePage.self, "\(chat)/messages-0001.json")
            #expect(page.messages.map(\.seq) == page.messages.map(\.seq).sorted() && !page.hasMore)
            #expect(page.messages.contains { $0.senderId == studio.alex.id && $0.text == "yours to read" })
            #expect(page.messages.contains { $0.deletedAt != nil && $0.text.isEmpty })
            #expect(page.messages.flatMap(\.reactions).first?.emoji == "👍")
            let edits = try archive.decode(ExportedEdits.self, "\(chat)/edits-0001.json")
            #expect(edits.messages.first?.edits.map(\.text) == ["qzformer text"])
            #expect(archive.order.contains("\(chat)/receipts-0001.json"))
            let left = try archive.decode(MessagePage.self, "left-chats/messages-0001.json")
            #expect(left.messages.map(\.text) == ["qzmine in the group"] && left.messages.first?.quote == nil)
            for word in ExportStudio.readable { #expect(archive.text.contains(word), "\(word) is missing") }
            for word in ExportStudio.forbidden { #expect(!archive.text.contains(word), "\(word) is told") }
            #expect(!archive.text.contains(studio.hookSecret) && !archive.text.contains("scrypt$"))
        }
    }

    @Test func filesComeWithTheirNamesAndBytes() async throws {
        let hooks = try #require(Origin("http://127.0.0.1:9"))
        try await TestServer.run(configure: { $0.notifications.origins = [hooks] }) { server in
            let studio = try await ExportStudio(on: server)
            let archive = try await studio.export(studio.sara)
            let files = try archive.decode(ExportedMedia.self, "media-0001.json").files
            #expect(Set(files.map(\.media.fileName)) == ["träningsplan för våren.txt", "from alex.txt"])
            for file in files {
                let path = try #require(file.path)
                #expect(path == "media/\(file.media.id)-\(file.media.fileName)")
                let content = String(decoding: try #require(archive.files[path]), as: UTF8.self)
                #expect(content == (file.isOwn ? "sara's file" : "alex's file in the chat"))
            }
        }
    }

    @Test func chatsThatWerePutAwayAreTold() async throws {
        try await TestServer.run { server in
            let (_, client, chat) = try await server.pair()
            let before = try await ExportStudio.export(client, on: server)
            #expect(try before.decode(ArchivedChatsResponse.self, "archived-chats.json").chats.isEmpty)
            try await server.server.messaging.archived.set(true, chat.id, by: client.actor)
            let after = try await ExportStudio.export(client, on: server)
            let away = try after.decode(ArchivedChatsResponse.self, "archived-chats.json").chats
            #expect(away.map(\.chatId) == [chat.id])
        }
    }

    /// Each message once, in parts that hold a bounded number.
    @Test func longChatsComeInParts() async throws {
        try await TestServer.run { server in
            let (_, client, chat) = try await server.pair()
            for number in 0..<450 {
                _ = try await server.server.messaging.messages.send(
                    .init(chatId: chat.id, sender: client.actor, clientMessageId: "\(number)", text: "m\(number)")
                )
            }
            let archive = try await ExportStudio.export(client, on: server)
            let parts = archive.order.filter { $0.hasPrefix("chats/\(chat.id)/messages-") }
            #expect(parts.map { $0.suffix(9) } == ["0001.json", "0002.json", "0003.json"])
            let texts = try parts.flatMap { try archive.decode(MessagePage.self, $0).messages.map(\.text) }
            #expect(texts == (0..<450).map { "m\($0)" })
        }
    }

    @Test func onesOwnNeedsThePasswordAndIsRateLimited() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.exports = Rate(2, perSeconds: 3600)
        }) { server in
            let client = try await server.pair().client
            #expect(try await server.request("POST", "/v1/me/export", json: ["password": "secret-Sara"]).status == 401)
            let wrong = try await server.request("POST", "/v1/me/export", as: client, json: ["password": "guess!"])
            #expect(wrong.status == 401 && wrong.errorCode == "invalid_credentials")
            let right = try await server.request("POST", "/v1/me/export", as: client, json: ["password": "secret-Sara"])
            #expect(right.status == 200 && right.headers["content-type"] == "application/x-tar")
            #expect(right.headers["cache-control"] == "no-store")
            #expect(right.headers["content-disposition"]?.contains("spotter-export-\(client.id).tar") == true)
            let again = try await server.request("POST", "/v1/me/export", as: client, json: ["password": "secret-Sara"])
            #expect(again.status == 429)
        }
    }

    /// Also of a disabled account: the right to one's data doesn't end with access to it.
    @Test func theAdministratorExportsAnybodyAndItIsLogged() async throws {
        try await TestServer.run { server in
            let client = try await server.pair().client
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            let path = "/v1/admin/users/\(client.id)"
            _ = try await server.request("PATCH", path, token: admin, body: #"{"disabled":true}"#)
            let answer = try await server.request("GET", "\(path)/export", token: admin)
            let archive = try ExportedArchive([UInt8](answer.body))
            #expect(try archive.json("account.json")["disabledAt"]?.string != nil)
            #expect(try archive.json("administration-0001.json")["entries"]?.array?.count == 2)
            let log = try await server.server.useCases.adminLog.entries()
            #expect(log.first?.action == "user.export" && log.first?.userId == client.id)
            let nobody = try await server.request("GET", "/v1/admin/users/nobody/export", token: admin)
            #expect(nobody.status == 404)
            let token = client.accessToken.reveal()
            #expect(try await server.request("GET", "\(path)/export", token: token).status == 401)
        }
    }
}
