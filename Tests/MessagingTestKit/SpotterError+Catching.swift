package import Domain

/// The error that something throws, as users would see it.
package func spotterError(_ body: () async throws -> Void) async -> SpotterError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? SpotterError ?? SpotterError(.internalError, "\(error)")
    }
}
