import Assistant
import MediaStore
import Messaging
import Retrieval
import SpotterAPI
public import Storage
import Synchronization

/// Checks everything in a stopped server's folder against everything else, for `spotter admin check`.
public struct DataCheck: Sendable {
    /// The result, printed by `--json`.
    public struct Report: Sendable, Codable {
        public let faults: [DataFault]
        /// What was looked at.
        public let checked: [String]

        public var isSound: Bool { faults.isEmpty }
    }

    private let server: SpotterServer

    public init(_ server: SpotterServer) { self.server = server }

    /// - Parameter progress: called with a line for people as the check goes on.
    public func run(progress: @escaping @Sendable (String) -> Void) async -> Report {
        let database = server.database
        var faults: [DataFault] = []
        var checked: [String] = []
        func check(_ area: String, _ about: String, _ body: () async -> [DataFault]) async {
            progress("\(area): \(about)")
            faults += await body()
            checked.append(area)
        }
        let messaging = MessagingCheck(database: database)
        await check("database", "pages, indexes and references") { await database.checkCompletely() }
        await check("schema", "tables, indexes, triggers and views against those of this version") {
            await database.checkSchema(ServerSchema.migrations)
        }
        await check("positions", "messages and changes of every chat") { await messaging.positions() }
        await check("vectors", "checksums, and messages without any") { await VectorCheck(database: database).run() }
        await check("audit log", "every entry") { await auditFaults() }
        await check("media", "every file against its row") {
            await MediaCheck(server.useCases.media).run { done, all in
                if done > 0, done.isMultiple(of: 1000) { progress("media: \(done) of \(all) files") }
            }
        }
        // Last, because what it finds is reported as damage, which stops the writing that it needs itself.
        await check("full text", "the index against the texts") { await messaging.fullText() }
        return Report(faults: faults, checked: checked)
    }

    private func auditFaults() async -> [DataFault] {
        await [DataFault].collecting("audit log") {
            let found = try await server.useCases.audit.verify()
            guard !found.isIntact else { return [] }
            return ["entry \(found.brokenAt ?? 0): \(found.reason ?? "broken")"]
        }
    }
}
