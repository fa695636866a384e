import Domain
import Storage

/// Brings what is noted of a calendar up to what it holds.
///
/// Nobody who changes an event waits for this: triggers mark what has changed, and whoever looks next notes it. That is work
/// for what has changed, not for all that is there, in pieces that others' reads and writes come between.
extension CalendarObjects {
    /// Groups that are read at once, and written at once.
    private static let piece = 50
    /// Fewer, if they have more events than these.
    private static let pieceEvents = 2_000
    /// So many pieces are noted for one look: all of a calendar that is as large as one may be. What changes meanwhile is
    /// noted at the next look.
    private static let maxPieces = 1_000

    /// Notes what has changed.
    func refresh(for actor: Actor) async throws -> CalendarSyncState {
        let (user, start) = (actor.userId, earliest)
        for _ in 0..<Self.maxPieces {
            let look = try await calendar.database.read { try Look(of: user, from: start, on: $0) }
            guard let state = look.state else {
                try await calendar.database.write { try CalendarSyncState.begin(of: user, on: $0) }
                continue
            }
            if !state.isComplete {
                try await markAll(for: actor)
            } else if look.isRenamed || look.hasOver {
                try await note(for: user) { notes in
                    if look.isRenamed { try notes.rename() }
                    try notes.forgetOver(before: start, limit: Self.piece)
                }
            } else if look.marks.isEmpty {
                return state
            } else {
                try await note(look.marks, for: actor)
            }
        }
        return try await calendar.database.read { try CalendarSyncState.find(of: user, on: $0) } ?? CalendarSyncState()
    }

    /// What there is to do.
    private struct Look: Sendable {
        var state: CalendarSyncState?
        var marks: [CalendarMark] = []
        var isRenamed = false
        var hasOver = false

        init(of user: UserID, from start: Timestamp, on connection: any SQLConnection) throws {
            state = try CalendarSyncState.find(of: user, on: connection)
            guard let state, state.isComplete else { return }
            isRenamed = try state.currentNames(on: connection) != state.names
            hasOver = try !CalendarNotes.over(before: start, limit: 1, of: user, on: connection).isEmpty
            marks = try CalendarMark.first(CalendarObjects.piece, of: user, on: connection)
        }
    }

    /// Marks everything, once for a user. Changes are marked by then anyway.
    private func markAll(for actor: Actor) async throws {
        let start = earliest
        let groups = try await calendar.database.read {
            try CalendarMark.all(of: actor, endingAfter: start, on: $0)
        }
        var rest = groups[...]
        while !rest.isEmpty {
            let next = rest.prefix(10 * Self.piece)
            rest = rest.dropFirst(next.count)
            try await calendar.database.write { try CalendarMark.add(next, of: actor.userId, on: $0) }
        }
        try await note(for: actor.userId) { $0.complete() }
    }

    private func note(_ marks: [CalendarMark], for actor: Actor) async throws {
        let (now, start) = (calendar.clock.now(), earliest)
        let groups = try await calendar.database.read { connection in
            let reader = CalendarObjectReader(actor: actor, now: now, connection: connection)
            var (groups, count) = ([(mark: CalendarMark, group: CalendarObjectReader.Group)](), 0)
            for mark in marks where count <= Self.pieceEvents {
                groups.append((mark, try reader.group(mark.group)))
                count += groups.last?.group.eventCount ?? 0
            }
            return groups
        }
        try await note(for: actor.userId) { notes in
            for (mark, group) in groups {
                // What has changed in the meantime is read again.
                guard try mark.remove(of: notes.user, on: notes.connection) else { continue }
                try notes.replace(mark.group, by: group, from: start)
            }
        }
    }

    private func note(
        for user: UserID,
        _ body: @escaping @Sendable (inout CalendarNotes) throws -> Void
    ) async throws {
        try await calendar.database.write { connection in
            guard var notes = try CalendarNotes(of: user, on: connection) else { return }
            try body(&notes)
            try notes.save()
        }
    }
}
