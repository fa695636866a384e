import Domain
import ServerHarness
import SpotterAPI
import Synchronization

/// One client of a user. Keeps a socket open, tracks its positions, and records everything it sends and receives.
final class Device: Sendable {
    static let timeout = Duration.seconds(30)
    /// Between attempts to connect.
    private static let pause = Duration.milliseconds(50)
    /// How long one that may go elsewhere waits for a server.
    private static let patience = Duration.milliseconds(1500)

    let name: String
    let me: CheckFixture.Person
    let fixture: CheckFixture
    let features: Features
    /// The servers that it may use. With more than one it goes to the next for each connection, as behind a balancer.
    private let clients: [ServerClient]
    let recorder: HistoryRecorder
    private let resumptions: Resumptions
    let state = Mutex(DeviceState())

    init(
        name: String,
        me: CheckFixture.Person,
        fixture: CheckFixture,
        features: Features,
        clients: [ServerClient],
        recorder: HistoryRecorder,
        resumptions: Resumptions
    ) {
        self.name = name
        self.me = me
        self.fixture = fixture
        self.features = features
        self.clients = clients
        self.recorder = recorder
        self.resumptions = resumptions
    }

    /// The server that it's connected to.
    var client: ServerClient { clients[state.withLock { $0.server } % clients.count] }

    private var isMoving: Bool { clients.count > 1 }

    // MARK: Connection

    /// Connects unless there is a connection, retries until it succeeds or is cancelled, and waits for the welcome.
    /// - Parameter positions: the positions in the first hello. Later ones contain the device's own.
    func connect(_ positions: Step.Positions = .own) async {
        var positions = positions
        var attempt: Resumptions.Attempt?
        while !Task.isCancelled, state.withLock({ $0.socket == nil || !$0.isWelcome }) {
            if isMoving, state.withLock({ $0.moves() }) { attempt = attempt ?? resumptions.begin() }
            await self.attempt(positions)
            positions = .own
        }
        if let attempt, !Task.isCancelled { resumptions.note(name, attempt) }
        await fetchBaselines()
    }

    private func attempt(_ kind: Step.Positions) async {
        let server = client.server
        let address = isMoving ? server.currentAddress : await server.address
        let own = state.withLock { $0.connection < 0 ? nil : $0.positions }
        let positions = Self.positions(kind, own: own)
        let noted = positions.map { positions in
            Dictionary(uniqueKeysWithValues: positions.map { ($0.key.description, Int($0.value)) })
        }
        let connection = recorder.note { history, _ in
            history.connections.append(.init(device: name, user: me.id.description, positions: noted))
            return history.connections.count - 1
        }
        state.withLock { state in
            state.connection = connection
            state.isWelcome = false
            state.hasEnded = false
            state.helloHadPositions = positions != nil
            // The server replays from the positions in the hello, whatever the device had before.
            if let positions { state.positions = positions } else { state.positions = [:] }
        }
        do {
            let patience = isMoving ? Self.patience : Self.timeout
            let socket = try await RawSocket.connect(
                host: address.host,
                port: address.port,
                token: me.token,
                timeout: patience
            ) { [weak self] bytes in
                self?.receive(bytes, on: connection)
            } onEnd: { [weak self] in
                self?.ended(connection)
            }
            state.withLock { $0.socket = $0.hasEnded ? nil : socket }
            try socket.send(.hello(.init(deviceId: name, positions: positions)))
            if await wait(within: patience, until: { $0.isWelcome || $0.socket == nil }) { return }
            socket.close()
            ended(connection)
        } catch {
            ended(connection)
            // A server without its database refuses at once.
            try? await Task.sleep(for: Self.pause)
        }
    }

    private static func positions(_ kind: Step.Positions, own: [ChatID: Int64]?) -> [ChatID: Int64]? {
        switch kind {
        case .own: own
        case .stale(let count): own?.mapValues { max(0, $0 - Int64(count)) }
        case .future: own?.mapValues { $0 + 1_000_000 }
        case .none: nil
        }
    }

    private func receive(_ bytes: some Collection<UInt8>, on connection: Int) {
        guard let frame = JSONValue(reading: bytes) else {
            recorder.note { history, _ in history.unanswered.append("\(name) got a frame that isn't JSON") }
            return
        }
        let isCurrent = state.withLock { $0.connection == connection }
        guard isCurrent else { return }
        recorder.note { history, tick in
            history.connections[connection].frames.append(.init(tick: tick, json: frame))
        }
        guard let event = decoded(bytes) else { return }
        let (complete, ready) = state.withLock { state in
            (state.receive(event, raw: frame, user: me.id), state.takeReadyWaiters())
        }
        complete?()
        for resume in ready { resume(true) }
    }

    /// The frame as a client reads it. One that a client can't read, or doesn't know, is a violation.
    private func decoded(_ bytes: some Collection<UInt8>) -> ServerEvent? {
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            let event = try ServerEvent(frame: text)
            if case .other(let type, _, _, _) = event {
                recorder.note { history, _ in history.unanswered.append("\(name) got a frame of the type '\(type)'") }
            }
            return event
        } catch {
            recorder.note { history, _ in
                history.unanswered.append("\(name) got a frame that no client can read: \(text.prefix(300)) \(error)")
            }
            return nil
        }
    }

    private func ended(_ connection: Int) {
        let (lost, ready) = state.withLock { ($0.ended(connection), $0.takeReadyWaiters()) }
        for complete in lost { complete() }
        for resume in ready { resume(true) }
    }

    // MARK: Waiting

    /// Waits until the condition holds. It is checked after each frame and at the end of the connection.
    /// - Returns: false after that time.
    func wait(
        within time: Duration = Device.timeout,
        until isDone: @escaping @Sendable (DeviceState) -> Bool
    ) async -> Bool {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let deadline = Task {
            try await Task.sleep(for: time)
            state.withLock { $0.waiters.removeValue(forKey: id)?.resume }?(false)
        }
        defer { deadline.cancel() }
        return await withCheckedContinuation { continuation in
            let isDoneNow = state.withLock { state in
                if isDone(state) { return true }
                state.waiters[id] = (isDone, { continuation.resume(returning: $0) })
                return false
            }
            if isDoneNow { continuation.resume(returning: true) }
        }
    }

    /// Sends a request over the socket. `complete` is called with its outcome later.
    func request(
        _ prefix: String,
        _ frame: (_ id: String) -> ClientFrame,
        complete: @escaping @Sendable (History.Outcome) -> Void
    ) {
        let socket = state.withLock { state -> (RawSocket, String)? in
            guard let socket = state.socket else { return nil }
            state.nextRequest += 1
            let id = "\(prefix)-\(state.nextRequest)"
            state.pending[id] = .init(connection: state.connection, complete: complete)
            return (socket, id)
        }
        guard let (socket, id) = socket else { return complete(.refused("not connected")) }
        try? socket.send(frame(id))
    }

    /// Sends a ping and waits for its pong. By then, everything that the server sent before has arrived.
    /// - Returns: the digest; `nil` if the connection ended.
    func ping() async -> String? {
        let sent = state.withLock { state -> (RawSocket, String)? in
            guard let socket = state.socket else { return nil }
            state.nextRequest += 1
            return (socket, "p-\(state.nextRequest)")
        }
        guard let (socket, id) = sent else { return nil }
        try? socket.send(.ping(id: id))
        let patience = isMoving ? Self.patience * 2 : Self.timeout
        let came = await wait(within: patience) { $0.pongs[id] != nil || $0.socket !== socket }
        // A server that has hung is left for another one.
        if !came, isMoving { socket.close() }
        if !came, !isMoving { recorder.note { history, _ in history.unanswered.append("\(name): no pong to \(id)") } }
        return state.withLock { $0.pongs[id] }
    }
}
