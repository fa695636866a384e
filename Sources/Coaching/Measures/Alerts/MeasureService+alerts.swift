public import Domain
public import SpotterAPI
import Storage

/// Whether a trainer is told of drops and jumps. Off until they turn it on.
extension MeasureService {
    /// - Throws: `forbidden` unless the actor is a trainer.
    public func alerts(of actor: Actor) async throws -> MeasureAlertsBody {
        try Self.requireTrainer(actor)
        return MeasureAlertsBody(enabled: try await database.read { try AlertRows.isOn(actor.userId, on: $0) })
    }

    /// Turns it on or off. What was said before isn't told.
    /// - Throws: `forbidden` unless the actor is a trainer.
    public func setAlerts(_ body: MeasureAlertsBody, by actor: Actor) async throws -> MeasureAlertsBody {
        try Self.requireTrainer(actor)
        try await database.write { try AlertRows.set(body.enabled, for: actor.userId, on: $0) }
        return body
    }

    private static func requireTrainer(_ actor: Actor) throws {
        guard Access.can(actor, .manageContacts) else {
            throw SpotterError(.forbidden, "Only a trainer is told of clients' values.")
        }
    }
}
