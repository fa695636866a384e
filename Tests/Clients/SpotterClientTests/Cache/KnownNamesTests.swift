import Domain
import Foundation
import SpotterClient
import TestSupport
import Testing

@Suite struct KnownNamesTests {
    private func chat(_ name: String, _ kind: ChatKind, _ number: UInt64) -> Chat {
        Chat(
            id: ChatID(high: 2, low: number),
            kind: kind,
            name: name,
            members: [],
            seq: 0,
            readSeq: 0,
            unread: 0,
            lastMessage: nil
        )
    }

    @Test func contactsHaveAddressesAndStayUntilTheyAreAskedForAgain() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/cache.sqlite"
        let sara = Contact(userId: UserID(high: 1, low: 1), displayName: "Sara", email: "sara@example.com")
        var names = KnownNames.load(beside: path)
        #expect(names.names.isEmpty)
        names.replace(
            chats: [chat("Run Club", .group, 1), chat("Sara", .direct, 2), chat("Tom", .direct, 3)],
            contacts: [sara]
        )
        names.save(beside: path)
        let stored = KnownNames.load(beside: path)
        #expect(
            Set(stored.names) == [
                .init(.group, "Run Club"), .init(.person, "Sara", email: "sara@example.com"), .init(.person, "Tom"),
            ]
        )
        names.replace(chats: [chat("Swim", .group, 4)], contacts: nil)
        #expect(Set(names.names) == [.init(.group, "Swim"), .init(.person, "Sara", email: "sara@example.com")])
        names.replace(chats: [], contacts: [])
        #expect(names.names.isEmpty)
    }

    @Test func requestsStayUntilTheyAreAskedForAgain() {
        var names = KnownNames(names: [.init(.person, "Tom", email: "tom@example.com")])
        names.replace(requests: ["Alex Rivera"])
        names.replace(chats: [chat("Run Club", .group, 1)], contacts: nil)
        #expect(
            Set(names.names) == [
                .init(.group, "Run Club"), .init(.person, "Tom", email: "tom@example.com"),
                .init(.request, "Alex Rivera"),
            ]
        )
        names.replace(requests: [])
        #expect(!names.names.contains { $0.kind == .request })
    }

    @Test func theFileIsOnesOwnAndADamagedOneIsEmpty() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/deep/cache.sqlite"
        KnownNames(names: [.init(.person, "Sara")]).save(beside: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path + ".names")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try Data("{".utf8).write(to: URL(filePath: path + ".names"))
        #expect(KnownNames.load(beside: path).names.isEmpty)
        KnownNames.discard(beside: path)
        #expect(!FileManager.default.fileExists(atPath: path + ".names"))
    }
}
