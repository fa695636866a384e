import Domain
public import SpotterAPI

/// The chat of two people, into which one of them brings what they wrote elsewhere.
public struct ImportedPair: Sendable {
    /// The address of whoever imports, and their names in the export.
    public let own: (email: String, names: [String])
    public let other: (email: String, names: [String])

    public init(own: (email: String, names: [String]), other: (email: String, names: [String])) {
        self.own = own
        self.other = other
    }

    var members: [WhatsAppOptions.Member] {
        [own, other].flatMap { side in side.names.map { WhatsAppOptions.Member(name: $0, email: side.email) } }
    }
}

extension Importer {
    /// Imports an export of WhatsApp into the chat of two people, as an import through the server does. Nobody else gets an
    /// account or a message by it.
    ///
    /// - Parameters:
    ///   - options: what else is known of the export; a dry run before both are named says only what it holds.
    ///   - body: asked for once it's this import's turn.
    /// - Throws: as an import through the server.
    public func run(
        _ pair: ImportedPair,
        options: ImportOptions,
        _ body: () async throws -> [UInt8]
    ) async throws -> ImportReport {
        var options = options
        options.format = .whatsapp
        options.invitesMissing = false
        options.whatsApp.members = pair.members
        options.whatsApp.chatName = nil
        let isPreview = options.isDryRun && (pair.own.names.isEmpty || pair.other.names.isEmpty)
        do {
            return try await turn.run {
                let bytes = try await body()
                guard isPreview else { return try await run(bytes, options: options, limits: .server) }
                var report = ImportReport(dryRun: true)
                report.preview = try Self.preview(bytes, options, now: clock.now(), limits: .server)
                return report
            }
        } catch let failure as ImportFailure {
            throw failure.spotterError
        }
    }
}
