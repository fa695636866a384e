import Contacts
import ContactsTestKit
public import Domain
import Messaging
import SpotterServer

extension TestServer {
    /// A server whose clock starts at `now`, on a data folder that the caller keeps.
    public static func run<Value: Sendable>(
        in folder: String,
        startingAt now: Timestamp,
        _ body: @Sendable (TestServer) async throws -> Value
    ) async throws -> Value {
        try await run(in: folder, configure: { $0.now = now }, body)
    }

    /// Makes a registered user a client of the trainer.
    public func addClient(_ client: TestUser, of trainer: TestUser) async throws {
        _ = try await server.messaging.contacts.addClient(client.user, by: trainer.actor)
    }

    /// A group that `owner` creates with people whom they may talk to.
    public func group(_ name: String, of owner: TestUser, with others: [TestUser]) async throws -> Chat {
        try await server.messaging.chats.open(.group(name: name, with: others.map(\.id)), by: owner.actor).chat
    }
}
