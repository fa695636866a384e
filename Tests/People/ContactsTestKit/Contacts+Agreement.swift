package import Contacts
package import Domain

extension Contacts {
    /// Makes somebody a client of the trainer as people do: the trainer asks, the client agrees.
    @discardableResult
    package func addClient(_ client: User, by trainer: Actor) async throws -> Contact {
        switch try await add(email: client.email, by: trainer) {
        case .accepted(let contact): return contact
        case .pending:
            guard let request = try await requests(of: client).received.first(where: { $0.userId == trainer.userId })
            else { throw SpotterError.notFound("request") }
            _ = try await acceptRequest(request.id, by: client)
            return Contact(
                userId: client.id,
                displayName: client.displayName,
                email: client.email,
                timezone: client.timezone
            )
        }
    }
}
