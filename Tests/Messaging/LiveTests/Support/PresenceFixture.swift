import Domain
import Foundation
import Messaging
import MessagingTestKit
import NIOCore
import NIOEmbedded
import Storage
import Synchronization

@testable import Live

/// A fixture whose event loop advances only when the test advances its time.
struct PresenceFixture: Sendable {
    let fixture: MessagingFixture
    let loop: NIOAsyncTestingEventLoop
    let database: CountingDatabase

    static func run(_ body: (PresenceFixture) async throws -> Void) async throws {
        let loop = NIOAsyncTestingEventLoop()
        try await MessagingFixture.run(on: loop) { fixture, database in
            try await body(PresenceFixture(fixture: fixture, loop: loop, database: database))
            await fixture.live.presence.close()
        }
        await loop.shutdownGracefully()
    }

    var presence: PresenceRegistry { fixture.live.presence }

    /// Connects a device and sends its hello.
    func device(of user: UserID) async throws -> Device {
        let connection = RecordingConnection()
        let (hub, loop, presence) = (fixture.live.hub, loop, presence)
        let id = try await loop.executeInContext {
            hub.attach(connection, user: user, session: SessionID(high: 0, low: 0), on: loop)
        }
        guard let id else { throw CancellationError() }
        presence.connected(user, id)
        return Device(user: user, id: id, connection: connection)
    }

    func leave(_ device: Device, saidGoodbye: Bool = true) async throws {
        let hub = fixture.live.hub
        try await loop.executeInContext { hub.detach(device.id) }
        presence.disconnected(device.user, device.id, saidGoodbye: saidGoodbye)
    }

    /// Advances time in steps of the interval in which changes are collected. When it returns, everything published by
    /// then has arrived.
    func pass(milliseconds: Int64) async throws {
        var left = milliseconds
        while left > 0 {
            let step = min(left, 50)
            await loop.advanceTime(by: .milliseconds(step))
            try await settle()
            left -= step
        }
    }

    func settle() async throws {
        // The second group begins after the frames of the first one were passed on.
        try await fixture.database.write { _ in }
        try await fixture.database.write { _ in }
        await loop.run()
    }
}

struct Device: Sendable {
    let user: UserID
    let id: ConnectionID
    let connection: RecordingConnection

    /// The presence updates of others that were received, in order.
    var heard: [Presence] {
        connection.payloads.filter { $0.contains(#""type":"presence""#) }
            .compactMap { try? JSONDecoder().decode(Presence.self, from: Data($0.utf8)) }
    }

    func heard(of user: UserID) -> [PresenceStatus] { heard.filter { $0.userId == user }.map(\.status) }

    var typing: [Typing] {
        connection.payloads.filter { $0.contains(#""type":"typing""#) }
            .compactMap { try? JSONDecoder().decode(Typing.self, from: Data($0.utf8)) }
    }
}
