public import Domain
import Retrieval
import Scheduling
import SpotterAPI
public import Storage

/// Resolves a request to exact arguments, or to what is missing: resolves names and times, checks permissions and the
/// calendar. Writes nothing.
public struct ToolResolver: ToolResolving {
    package let database: any Database
    private let clock: any WallClock

    public init(database: any Database, clock: any WallClock) {
        self.database = database
        self.clock = clock
    }

    /// Resolves a request in one snapshot, with the requester's permissions.
    /// - Throws: `invalid_request` for an unknown time zone, and for `searchMessages`, which is a read and isn't
    ///   resolved.
    public func resolve(_ request: ToolRequest, for requester: Requester) async throws -> ToolResolution {
        let local = try LocalClock(checking: requester.timezone)
        let now = clock.now()
        return try await database.read { connection in
            let resolving = ToolResolutionContext(
                request: request,
                requester: requester,
                clock: local,
                now: now,
                directory: try PeopleDirectory(of: requester.actor, on: connection),
                connection: connection
            )
            do {
                return try resolving.resolution()
            } catch let open as ToolResolutionContext.Open {
                return .needs(open.needs)
            }
        }
    }
}

/// A request that is being resolved, with a snapshot of the data to which it may refer.
struct ToolResolutionContext {
    let request: ToolRequest
    let requester: Requester
    let clock: LocalClock
    let now: Timestamp
    let directory: PeopleDirectory
    let connection: any SQLConnection

    /// Thrown when no action can be proposed yet.
    struct Open: Error {
        let needs: Needs

        init(_ needs: Needs) { self.needs = needs }

        static func missing(_ missing: [String], _ prompt: String) -> Open {
            Open(.clarification(missing: missing, prompt: prompt))
        }
    }

    var actor: Actor { requester.actor }
    /// For summaries, which are kept.
    var wording: MomentFormatter { MomentFormatter(clock: clock, now: now) }
    /// For what the requester is told now.
    var says: AssistantSentences { requester.says }
    var told: MomentFormatter { MomentFormatter(clock: clock, now: now, in: says) }

    func resolution() throws -> ToolResolution {
        switch request.tool {
        case .scheduleCall: try scheduleCall()
        case .rescheduleEvent: try rescheduleEvent()
        case .cancelEvent: try cancelEvent()
        case .setReminder: try setReminder()
        case .sendMessage: try sendMessage()
        case .searchMessages: throw SpotterError.invalid("searchMessages is a read: it runs at once.")
        }
    }

    func requireTrainer() throws {
        guard Access.can(actor, .manageCalendar) else {
            throw Open(.refusal(reason: says(.trainersOnly)))
        }
    }
}
