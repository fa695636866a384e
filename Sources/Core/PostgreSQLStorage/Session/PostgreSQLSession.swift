import CPostgreSQL
import Storage

/// A connection to the server, in pipeline mode: statements are sent one after another, and their answers are read when
/// one of them is needed.
///
/// An error of a statement undoes the transaction: the server passes over what comes after it, up to the next
/// synchronisation, and `settle` or `run` throws it.
///
/// A server that is silent is asked over another connection whether it's at work for this one. If it isn't, or can't be
/// asked, the connection is lost: a machine that hangs, or a network that swallows everything, ends no connection.
///
/// `@unchecked Sendable` because one thread at a time uses it: the writer's, or that of the reader who has taken it from
/// the pool.
package final class PostgreSQLSession: @unchecked Sendable {
    private struct Prepared {
        let name: String
        /// By parameter.
        var types: [UInt32]
    }

    /// What was sent and not answered yet.
    private enum Expected: Equatable {
        case statement
        case synchronisation
    }

    /// Statements are few but for lists of different lengths; more than this are forgotten.
    private static let maxPrepared = 2048
    /// How long the server may be silent before it's asked what it does, in milliseconds.
    private static let silence: Int32 = 1000

    private let handle: OpaquePointer
    private let address: PostgreSQLAddress
    private let application: String
    /// The host that it is connected to.
    let place: HostOrder.Place
    /// The server's process for this connection, also if there is a pooler in between.
    private var processID: Int64?
    private var isAbandoned = false
    private var prepared: [String: Prepared] = [:]
    private var preparedCount = 0
    private var parameters = ParameterBuffer()
    private var expected: [Expected] = []
    /// The text of each statement in `expected`, for errors.
    private var texts: [String] = []

    /// Connects, and waits for it.
    ///
    /// - Throws: `PostgreSQLError`.
    package init(_ address: PostgreSQLAddress, application: String = "spotter") throws {
        let keywords = address.keywords(application)
        let handle = Self.withStrings(keywords.map(\.name)) { names in
            Self.withStrings(keywords.map(\.value)) { values in postgresql_connect(names, values) }
        }
        guard let handle else { throw PostgreSQLError.connectionLost("out of memory") }
        guard postgresql_status(handle) == POSTGRESQL_CONNECTION_OK else {
            defer { postgresql_finish(handle) }
            address.hosts.missed(Self.option("host", of: handle), Self.option("port", of: handle))
            throw PostgreSQLError.connectionLost(address.withoutPassword(Self.message(of: handle)))
        }
        (self.handle, self.address, self.application) = (handle, address, application)
        place = HostOrder.Place(host: Self.text(postgresql_host(handle)), port: Self.text(postgresql_port(handle)))
        postgresql_silence(handle)
        guard postgresql_enter_pipeline(handle) == 1 else {
            throw PostgreSQLError.connectionLost("can't begin a pipeline")
        }
        address.hosts.reached(place, of: Self.option("host", of: handle), Self.option("port", of: handle))
        // One that asks isn't asked about.
        guard application != Self.askingName else { return }
        processID = try integer("SELECT pg_backend_pid()")
    }

    deinit { postgresql_finish(handle) }

    /// As `150018`.
    var serverVersion: Int { Int(postgresql_server_version(handle)) }

    /// Whether the connection seems to be there; it may be gone all the same.
    var isOpen: Bool { postgresql_status(handle) == POSTGRESQL_CONNECTION_OK && !isAbandoned }

    /// Whether it's open and leads to the host that was reached last. A former primary that nobody has stopped would answer
    /// with old data.
    var isCurrent: Bool { isOpen && place == address.hosts.place }

    private static func option(_ keyword: String, of handle: OpaquePointer) -> String {
        guard let value = postgresql_option(handle, keyword) else { return "" }
        defer { postgresql_free(value) }
        return String(cString: value)
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String { string.map { String(cString: $0) } ?? "" }

    // MARK: Statements

    /// Sends a statement without parameters, which isn't kept prepared.
    func send(_ sql: String) throws {
        guard postgresql_send_text(handle, sql) == 1 else { throw lost }
        expect(.statement, sql)
    }

    /// Sends a statement. If it's new, waits until it's prepared.
    ///
    /// - Throws: `PostgreSQLError`, also of statements that were sent before.
    func send(_ sql: String, _ arguments: [any SQLBindable]) throws {
        let statement = try prepare(sql)
        do {
            try parameters.encode(arguments, as: statement.types)
        } catch var error as PostgreSQLError {
            error.sql = sql
            throw error
        }
        let isSent = parameters.withPointers { count, values, lengths, formats in
            postgresql_send_prepared(handle, statement.name, count, values, lengths, formats)
        }
        guard isSent == 1 else { throw lost }
        expect(.statement, sql)
    }

    /// Sends a statement and waits for its answer.
    func run(_ sql: String, _ arguments: [any SQLBindable]) throws -> PostgreSQLResult {
        try send(sql, arguments)
        return try lastResult()
    }

    func run(_ sql: String) throws -> PostgreSQLResult {
        try send(sql)
        return try lastResult()
    }

    /// Runs a statement whose answer doesn't matter.
    package func execute(_ sql: String) throws { _ = try run(sql) }

    /// The only value of the only row of an answer.
    package func integer(_ sql: String) throws -> Int64 { try PostgreSQLRow(result: run(sql), row: 0).int(0) }

    /// Waits until everything that was sent is answered.
    func settle() throws { if !expected.isEmpty { _ = try synchronise() } }

    /// Undoes what was sent. The answers that are due come first: after a statement that fails, the server passes over all
    /// that follows it in the pipeline.
    ///
    /// - Throws: `PostgreSQLError` if the connection is gone, or about to be.
    func rollBack(_ sql: String) throws {
        do {
            try settle()
        } catch let error as PostgreSQLError where !error.isConnectionLost {
            // That's what is undone.
        }
        try execute(sql)
    }

    private func lastResult() throws -> PostgreSQLResult {
        guard let result = try synchronise() else { throw PostgreSQLError.connectionLost("no answer") }
        return result
    }

    private func expect(_ kind: Expected, _ text: String) {
        expected.append(kind)
        texts.append(text)
    }

    // MARK: Notifications

    /// The payloads that have come since the last time; if there are none, waits for the first of them.
    ///
    /// - Throws: `PostgreSQLError` if the connection is gone.
    func notifications(within milliseconds: Int32) throws -> [String] {
        // Some may have come with the answer to a statement: nothing on the socket would tell of them.
        let read = takeNotifications()
        guard read.isEmpty else { return read }
        guard postgresql_wait(handle, milliseconds) >= 0, isOpen else { throw lost }
        return takeNotifications()
    }

    private func takeNotifications() -> [String] {
        var payloads: [String] = []
        while let notification = postgresql_next_notification(handle) {
            defer { postgresql_free(UnsafeMutableRawPointer(notification)) }
            if let payload = postgresql_notification_payload(notification) { payloads.append(String(cString: payload)) }
        }
        return payloads
    }

    // MARK: Preparing

    private func prepare(_ sql: String) throws -> Prepared {
        if let statement = prepared[sql] { return statement }
        if prepared.count >= Self.maxPrepared { try forgetStatements() }
        preparedCount += 1
        var statement = Prepared(name: "s\(preparedCount)", types: [])
        guard postgresql_send_prepare(handle, statement.name, sql) == 1 else { throw lost }
        expect(.statement, sql)
        guard postgresql_send_describe(handle, statement.name) == 1 else { throw lost }
        expect(.statement, sql)
        let description = try lastResult()
        statement.types = (0..<postgresql_parameter_count(description.handle)).map {
            postgresql_parameter_type(description.handle, $0)
        }
        prepared[sql] = statement
        return statement
    }

    /// Has every statement prepared again, as after a change of the tables.
    func forgetStatements() throws {
        prepared = [:]
        try execute("DEALLOCATE ALL")
    }

    // MARK: Answers

    /// Reads all answers that are due.
    ///
    /// - Returns: the last statement's.
    /// - Throws: the first error.
    private func synchronise() throws -> PostgreSQLResult? {
        guard postgresql_sync(handle) == 1 else { throw lost }
        expect(.synchronisation, "")
        defer {
            expected.removeAll(keepingCapacity: true)
            texts.removeAll(keepingCapacity: true)
        }
        try flush()
        var last: PostgreSQLResult?
        var failure: PostgreSQLError?
        for (kind, text) in zip(expected, texts) {
            let handle = try nextAnswer()
            switch Int(postgresql_result_status(handle)) {
            case POSTGRESQL_FATAL_ERROR:
                failure = failure ?? Self.error(handle, in: text)
                postgresql_clear(handle)
            case POSTGRESQL_COMMAND_OK, POSTGRESQL_TUPLES_OK:
                last = PostgreSQLResult(handle)
            default: postgresql_clear(handle)
            }
            guard kind == .statement else { continue }
            while let more = try nextResult() { postgresql_clear(more) }
        }
        if let failure { throw failure }
        guard isOpen else { throw lost }
        return last
    }

    private func nextAnswer() throws -> OpaquePointer {
        // The end of what came before is told once more at some places.
        for _ in 0..<3 {
            if let answer = try nextResult() { return answer }
            guard isOpen else { break }
        }
        throw lost
    }

    // MARK: Silence

    private func flush() throws {
        while true {
            switch postgresql_flush(handle, Self.silence) {
            case 1: return
            case 0: try requireWork()
            default: throw lost
            }
        }
    }

    private func nextResult() throws -> OpaquePointer? {
        while postgresql_is_busy(handle) != 0 {
            let ready = postgresql_wait(handle, Self.silence)
            // The result tells why.
            guard ready >= 0 else { break }
            if ready == 0 { try requireWork() }
        }
        return postgresql_get_result(handle)
    }

    private static let askingName = "spotter asking"
    private static let itself = "FROM pg_stat_activity WHERE pid = $1 AND application_name = $2"

    /// - Throws: `PostgreSQLError` if the server isn't at work for this connection, which is lost then.
    private func requireWork() throws {
        // Otherwise a server that takes connections and answers nothing would be asked by one more each second.
        if application != Self.askingName,
            let asking = try? PostgreSQLSession(address, application: Self.askingName),
            let isAtWork = try? isAtWork(asking)
        {
            // It may have finished just now, or what it waits for is on its way.
            if isAtWork || postgresql_wait(handle, Self.silence) != 0 { return }
            // The connection that replaces this one needs the locks that its process holds.
            _ = try? asking.run("SELECT pg_terminate_backend(pid) \(Self.itself)", [processID, application])
        }
        isAbandoned = true
        throw PostgreSQLError.connectionLost("the server doesn't answer any more")
    }

    /// - Returns: `nil` if the server's process isn't there, as at another server that has taken over.
    private func isAtWork(_ asking: PostgreSQLSession) throws -> Bool? {
        let result = try asking.run(
            """
            SELECT state = 'active' AND coalesce(wait_event NOT IN ('ClientRead', 'ClientWrite'), true) \(Self.itself)
            """,
            [processID, application]
        )
        return result.rowCount == 1 ? try PostgreSQLRow(result: result, row: 0).bool(0) : nil
    }

    private var lost: PostgreSQLError { .connectionLost(Self.message(of: handle)) }

    private static func message(of handle: OpaquePointer) -> String {
        let text = postgresql_error_message(handle).map { String(cString: $0) } ?? ""
        return text.isEmpty ? "the connection is lost" : text
    }

    private static func error(_ result: OpaquePointer, in sql: String) -> PostgreSQLError {
        func field(_ name: Int) -> String? {
            postgresql_error_field(result, Int32(truncatingIfNeeded: name)).map { String(cString: $0) }
        }
        let message = field(POSTGRESQL_FIELD_MESSAGE) ?? postgresql_result_error(result).map { String(cString: $0) }
        return PostgreSQLError(
            state: field(POSTGRESQL_FIELD_SQLSTATE) ?? "08006",
            message: message ?? "unknown error",
            sql: sql
        )
    }

    /// Calls `body` with an array of C strings that ends with NULL.
    private static func withStrings<Value>(
        _ strings: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
    ) -> Value {
        let copies = strings.map { Array($0.utf8CString) }
        var pointers: [UnsafePointer<CChar>?] = []
        func nest(_ index: Int) -> Value {
            guard index < copies.count else {
                return (pointers + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
            }
            return copies[index].withUnsafeBufferPointer {
                pointers.append($0.baseAddress)
                return nest(index + 1)
            }
        }
        return nest(0)
    }
}
