import Domain
import NIOCore

/// The connections of one event loop.
///
/// `@unchecked Sendable`: its state is touched on its own event loop only, which every entry asserts; the Hub just
/// carries the reference there.
final class HubShard: @unchecked Sendable {
    struct Entry {
        let id: ConnectionID
        let userId: UserID
        let sessionId: SessionID
        let connection: any LiveConnection
    }

    let eventLoop: any EventLoop
    private var byUser: [UserID: [Entry]] = [:]
    private var byConnection: [ConnectionID: Entry] = [:]

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func add(_ entry: Entry) {
        eventLoop.assertInEventLoop()
        byUser[entry.userId, default: []].append(entry)
        byConnection[entry.id] = entry
    }

    func remove(_ id: ConnectionID) {
        eventLoop.assertInEventLoop()
        guard let entry = byConnection.removeValue(forKey: id) else { return }
        byUser[entry.userId]?.removeAll { $0.id == id }
        if byUser[entry.userId]?.isEmpty == true { byUser[entry.userId] = nil }
    }

    /// Writes everything, then flushes each connection that got something once.
    func deliver(_ parcels: [Parcel]) {
        eventLoop.assertInEventLoop()
        var touched: [ObjectIdentifier: any LiveConnection] = [:]
        for parcel in parcels {
            switch parcel.address {
            case .users(let users, let except):
                for user in users {
                    for entry in byUser[user] ?? [] where entry.id != except {
                        entry.connection.deliver(parcel.delivery)
                        touched[ObjectIdentifier(entry.connection)] = entry.connection
                    }
                }
            case .connection(let id):
                guard let entry = byConnection[id] else { continue }
                entry.connection.deliver(parcel.delivery)
                touched[ObjectIdentifier(entry.connection)] = entry.connection
            }
        }
        for connection in touched.values { connection.flush() }
    }

    func revoke(where isMeant: (Entry) -> Bool) {
        eventLoop.assertInEventLoop()
        for entry in byConnection.values.filter(isMeant) { entry.connection.revoke() }
    }

    var connectionCount: Int { byConnection.count }
}

/// A delivery and whom it's for.
struct Parcel: Sendable {
    enum Address: Sendable {
        case users([UserID], except: ConnectionID?)
        case connection(ConnectionID)
    }

    let delivery: Delivery
    let address: Address
}
