import Domain
import NIOCore

/// The connections of one event loop.
///
/// `@unchecked Sendable`: its state is touched on its own event loop only, which every entry asserts; the Hub just
/// carries the reference there.
final class HubShard: @unchecked Sendable {
    final class Entry {
        let id: ConnectionID
        let userId: UserID
        let sessionId: SessionID
        let connection: any LiveConnection
        /// Got something that isn't flushed yet.
        var isTouched = false

        init(id: ConnectionID, userId: UserID, sessionId: SessionID, connection: any LiveConnection) {
            self.id = id
            self.userId = userId
            self.sessionId = sessionId
            self.connection = connection
        }
    }

    let eventLoop: any EventLoop
    private var byUser: [UserID: [Entry]] = [:]
    private var byConnection: [ConnectionID: Entry] = [:]
    private var touched: [Entry] = []

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
        for parcel in parcels {
            switch parcel.address {
            case .users(let users, let except):
                for user in users {
                    guard let entries = byUser[user] else { continue }
                    for entry in entries where entry.id != except { deliver(parcel.delivery, to: entry) }
                }
            case .connection(let id):
                if let entry = byConnection[id] { deliver(parcel.delivery, to: entry) }
            case .asker(let id):
                guard let entry = byConnection[id] else { continue }
                entry.connection.answered()
                deliver(parcel.delivery, to: entry)
            }
        }
        // A connection that can't go on ends while it's written to or flushed, and takes its entry out.
        let flushed = touched
        touched.removeAll(keepingCapacity: true)
        for entry in flushed {
            entry.isTouched = false
            entry.connection.flush()
        }
    }

    private func deliver(_ delivery: Delivery, to entry: Entry) {
        entry.connection.deliver(delivery)
        guard !entry.isTouched else { return }
        entry.isTouched = true
        touched.append(entry)
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
        /// The one whose request this answers.
        case asker(ConnectionID)
    }

    let delivery: Delivery
    let address: Address
}
