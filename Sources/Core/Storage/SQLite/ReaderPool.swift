import Dispatch
import GRDB
import Synchronization

/// The connections that read: opened when more are needed than are free, and kept until the end.
///
/// GRDB's own pool switches threads twice more for each use of a connection, and runs a statement each time that asks
/// whether the schema has changed.
final class ReaderPool: Sendable {
    /// Reads on the connection's own queue; gets `nil` if there is no connection and none could be opened.
    typealias Work = @Sendable (SQLiteConnection?) -> Void

    private struct State: Sendable {
        var free: [Reader] = []
        var opened: [Reader] = []
        /// How many connections are open or being opened.
        var count = 0
        /// Reads that wait for a free connection.
        var waiting: [Work] = []
        var isClosed = false
    }

    private enum Turn { case on(Reader), onNewReader, later, never }

    private let state = Mutex(State())
    private let maxCount: Int
    private let open: @Sendable () -> Reader?

    init(path: String, configuration: Configuration, maxCount: Int, statements: StatementCount, health: StorageHealth) {
        var configuration = configuration
        configuration.readonly = true
        self.maxCount = maxCount
        open = { [configuration] in
            do {
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                return Reader(queue: queue, statements: statements, health: health)
            } catch {
                health.noteNotOpened(error)
                return nil
            }
        }
    }

    /// Calls `work` once, with a connection that nobody else uses meanwhile.
    func use(_ work: @escaping Work) {
        let turn: Turn = state.withLock { state in
            if state.isClosed { return .never }
            if let reader = state.free.popLast() { return .on(reader) }
            guard state.count < maxCount else {
                state.waiting.append(work)
                return .later
            }
            state.count += 1
            return .onNewReader
        }
        switch turn {
        case .on(let reader): run(work, on: reader)
        case .onNewReader: DispatchQueue.global().async { self.openAndRun(work) }
        case .later: break
        case .never: work(nil)
        }
    }

    private func openAndRun(_ work: @escaping Work) {
        let reader = open()
        let (turn, ended): (Turn, [Work]) = state.withLock { state in
            if let reader, !state.isClosed {
                state.opened.append(reader)
                return (.on(reader), [])
            }
            state.count -= 1
            // Nothing fails while there is a connection: a process may have too many files open for another one.
            if !state.isClosed, let other = state.free.popLast() { return (.on(other), []) }
            if !state.isClosed, state.count > 0 {
                state.waiting.append(work)
                return (.later, [])
            }
            defer { state.waiting = [] }
            return (.never, state.waiting)
        }
        switch turn {
        case .on(let reader): run(work, on: reader)
        case .onNewReader, .later: break
        case .never:
            reader?.close()
            for work in [work] + ended { work(nil) }
        }
    }

    private func run(_ work: @escaping Work, on reader: Reader) {
        reader.use { connection in
            work(connection)
            self.giveBack(reader)
        }
    }

    private func giveBack(_ reader: Reader) {
        let (next, ended): (Work?, [Work]) = state.withLock { state in
            if state.isClosed {
                defer { state.waiting = [] }
                return (nil, state.waiting)
            }
            guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), []) }
            state.free.append(reader)
            return (nil, [])
        }
        if let next { run(next, on: reader) }
        for work in ended { work(nil) }
    }

    /// Closes all connections, once what they read has been read. Later work gets none.
    func close() {
        let opened = state.withLock { state in
            state.isClosed = true
            return state.opened
        }
        for reader in opened { reader.close() }
    }
}

/// A connection that only reads, with a queue of its own.
///
/// `@unchecked Sendable` because its connection is used on that queue alone.
private final class Reader: @unchecked Sendable {
    private let queue: DatabaseQueue
    private let statements: StatementCount
    private let health: StorageHealth
    private var connection: SQLiteConnection?
    private var isClosed = false

    init(queue: DatabaseQueue, statements: StatementCount, health: StorageHealth) {
        self.queue = queue
        self.statements = statements
        self.health = health
    }

    func use(_ body: @escaping ReaderPool.Work) {
        queue.asyncWriteWithoutTransaction { body(self.connection(to: $0)) }
    }

    private func connection(to database: GRDB.Database) -> SQLiteConnection? {
        if isClosed { return nil }
        if let connection { return connection }
        let made = SQLiteConnection(
            database: database,
            statements: statements,
            health: health,
            memory: StatementMemory()
        )
        connection = made
        return made
    }

    /// Waits for its turn on the queue. The prepared statements have to go first.
    func close() {
        queue.writeWithoutTransaction { _ in (connection, isClosed) = (nil, true) }
        try? queue.close()
    }
}
