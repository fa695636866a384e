public import Accounts
public import Domain
public import Logging
public import Storage

/// Data of sports from a service that the operator has chosen, and what people's leagues know them by.
public struct SportsData: Sendable {
    public let credentials: CredentialStore
    /// `nil` unless the operator has set one up.
    private let service: SportsDataService?

    /// - Parameter key: 32 random bytes, kept outside the database, by which credentials are encrypted.
    public init(
        database: any Database,
        service: SportsDataService?,
        key: [UInt8],
        clock: any WallClock,
        logger: Logger
    ) {
        credentials = CredentialStore(database: database, key: key, clock: clock, logger: logger)
        self.service = service
    }

    public var isOn: Bool { service != nil }

    /// What the service says, asked with the user's credentials if they have set some. It is data from outside.
    /// - Throws: `SportsDataError`; `unavailable` if the credentials can't be opened; `CancellationError`.
    public func answer(to query: SportsQuery, for user: UserID) async throws -> String {
        guard let service else { throw SportsDataError(.off) }
        return try await service.answer(to: query, with: try await credentials.credentials(of: user))
    }

    public var erasure: any AccountDeletionParticipant { CredentialErasure(database: credentials.database) }
    public var export: any AccountExportParticipant { CredentialExport(store: credentials) }
}
