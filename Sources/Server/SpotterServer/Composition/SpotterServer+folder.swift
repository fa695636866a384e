import Accounts
import Assistant
import Domain
import Logging
package import SpotterAPI
import Storage

extension SpotterServer {
    /// Opens a stopped server's folder, without listening, for as long as `body` runs. Never creates or upgrades one.
    ///
    /// - Throws: `StorageError.missing` if there is no data folder, `.locked` if a server is running on it, `.olderSchema` if
    ///   it's of an older version; errors of `body`.
    package static func withFolder<Value: Sendable>(
        _ location: DataLocation,
        loadsModel: Bool = false,
        _ body: (SpotterServer) async throws -> Value
    ) async throws -> Value {
        var configuration = ServerConfiguration()
        configuration.dataFolder = location.folder
        configuration.database = location.database
        if location.database != nil { configuration.media = try .ofStoppedServer() }
        configuration.passwordCost = try .ofStoppedServer()
        configuration.requiresDataFolder = true
        configuration.upgrades = false
        configuration.loadsModel = loadsModel
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        let server = try await SpotterServer(configuration, logger: logger)
        do {
            let value = try await body(server)
            try await server.close()
            return value
        } catch {
            try? await server.close()
            throw error
        }
    }

    /// Verifies the whole audit log.
    package func verifyAuditLog() async throws -> AuditVerification { try await useCases.audit.verify() }

    /// Makes a new key for the audit log of a stopped server, and seals the log as it is.
    /// - Returns: the number of its entries.
    package static func resealAuditLog(at location: DataLocation) async throws -> Int {
        guard try location.inspect().pending != nil else {
            throw SpotterError(.notFound, "there is no database \(location.databaseName)")
        }
        let folder = try location.openFolder(mustExist: true)
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        let database = try location.openDatabase(in: folder, upgrades: false, logger: logger)
        do {
            let count = try await AuditLog.reseal(database, keys: folder.keysPath)
            try await database.close()
            return count
        } catch {
            try? await database.close()
            throw error
        }
    }
}
