import Domain
import EventBus
import Logging
import NATS
import PostgreSQLStorage
import Storage

extension ServerConfiguration {
    /// The bus to the other servers of a database; `nil` for a server that is alone, which then pays nothing for it.
    ///
    /// - Parameter folder: has the mark of the database, by which its servers find each other on a bus that others use, too.
    /// - Throws: `StorageError` or `invalid_request` if its address can't be used.
    func openBus(for engine: any DatabaseEngine, of folder: DataFolder, logger: Logger) throws -> (any EventBus)? {
        if let eventBus { return eventBus }
        guard engine.isShared, let database else { return nil }
        if let bus { return try NATSBus(bus, cluster: folder.databaseMark(), logger: logger) }
        return try PostgreSQLBus(address: database.reveal())
    }
}
