package import Domain

/// The error that `body` throws, as users would see it; `nil` if it doesn't throw.
package func spotterError(_ body: () async throws -> Void) async -> SpotterError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? SpotterError ?? SpotterError(.internalError, "\(error)")
    }
}
