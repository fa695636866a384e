import Domain
import Gateway
import Hummingbird

/// One request of a program that has signed in.
struct CalDAVCall: Sendable {
    let request: Request
    let body: [UInt8]
    let caller: CalDAVCaller
    let context: AppContext
    /// Its place among the requests under way, until the answer is sent.
    let admitted: PlaceUnderWay?

    var actor: Actor { caller.actor }

    /// The body's element; `nil` if it isn't XML within bounds.
    var xml: XMLElement? { XMLReader.read(body) }

    /// Runs `work` in the caller's turn, so that a calendar of many events holds up nobody else.
    func inTurn<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await context.inTurn(of: actor.userId, work)
    }
}
