import Domain
import Synchronization

/// One client of a user: keeps a socket, says what it has seen, and writes everything down.
final class Device: Sendable {
    static let patience = Duration.seconds(30)

    let name: String
    let me: Stage.Person
    let stage: Stage
    let features: Features
    let door: Door
    let recorder: Recorder
    let state = Mutex(DeviceState())

    init(name: String, me: Stage.Person, stage: Stage, features: Features, door: Door, recorder: Recorder) {
        self.name = name
        self.me = me
        self.stage = stage
        self.features = features
        self.door = door
        self.recorder = recorder
    }

    // MARK: Connection

    /// Connects if there's no connection, as often as it takes, and waits for the welcome.
    /// - Parameter positions: what the hello says; the device's own where nothing else is wanted.
    func connect(_ positions: Step.Positions = .own) async {
        var positions = positions
        while state.withLock({ $0.link == nil || !$0.isWelcome }) {
            await attempt(positions)
            // Only the first hello lies; what comes after it is the truth again.
            positions = .own
        }
        await fetchBases()
    }

    private func attempt(_ kind: Step.Positions) async {
        let address = await door.server.address
        let own = state.withLock { $0.connection < 0 ? nil : $0.positions }
        let positions = Self.positions(kind, own: own)
        let connection = recorder.note { history, _ in
            history.connections.append(.init(device: name, user: me.id, positions: positions))
            return history.connections.count - 1
        }
        state.withLock { state in
            state.connection = connection
            state.isWelcome = false
            state.hasEnded = false
            state.helloHadPositions = positions != nil
            // A hello without positions begins anew; one with others than its own is told those again.
            if let positions { state.positions = positions } else { state.positions = [:] }
        }
        do {
            let link = try await Link.connect(to: address, token: me.token) { [weak self] bytes in
                self?.receive(bytes, on: connection)
            } onEnd: { [weak self] in
                self?.ended(connection)
            }
            state.withLock { $0.link = $0.hasEnded ? nil : link }
            var hello: [String: JSONValue] = ["type": "hello", "deviceId": .string(name)]
            if let positions { hello["positions"] = .object(positions.mapValues { .integer($0) }) }
            link.send(JSONValue.object(hello).text)
            _ = await wait { $0.isWelcome || $0.link == nil }
        } catch {
            ended(connection)
            await Task.yield()
        }
    }

    private static func positions(_ kind: Step.Positions, own: [String: Int]?) -> [String: Int]? {
        switch kind {
        case .own: own
        case .stale(let count): own?.mapValues { max(0, $0 - count) }
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
        let (settle, ripe) = state.withLock { ($0.receive(frame, user: me.id), $0.ripe()) }
        settle?()
        for resume in ripe { resume(true) }
    }

    private func ended(_ connection: Int) {
        let (lost, ripe) = state.withLock { ($0.ended(connection), $0.ripe()) }
        for settle in lost { settle() }
        for resume in ripe { resume(true) }
    }

    // MARK: Waiting

    /// Waits until what is awaited has come with a frame or with the connection's end.
    /// - Returns: false if it didn't come in time.
    func wait(until isDone: @escaping @Sendable (DeviceState) -> Bool) async -> Bool {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let deadline = Task {
            try await Task.sleep(for: Self.patience)
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

    /// Sends a request over the socket and doesn't wait for its answer.
    func request(_ prefix: String, _ frame: [String: JSONValue], settle: @escaping @Sendable (History.Outcome) -> Void)
    {
        let link = state.withLock { state -> (Link, String)? in
            guard let link = state.link else { return nil }
            state.nextRequest += 1
            let id = "\(prefix)-\(state.nextRequest)"
            state.pending[id] = .init(connection: state.connection, settle: settle)
            return (link, id)
        }
        guard let (link, id) = link else { return settle(.refused("not connected")) }
        link.send(JSONValue.object(frame.merging(["id": .string(id)]) { _, new in new }).text)
    }

    /// Asks for a pong and waits for it: whatever the server had sent before has come then.
    /// - Returns: the digest; `nil` if the connection ended.
    func ping() async -> String? {
        let sent = state.withLock { state -> (Link, String)? in
            guard let link = state.link else { return nil }
            state.nextRequest += 1
            return (link, "p-\(state.nextRequest)")
        }
        guard let (link, id) = sent else { return nil }
        link.send(#"{"type":"ping","id":"\#(id)"}"#)
        let came = await wait { $0.pongs[id] != nil || $0.link !== link }
        if !came { recorder.note { history, _ in history.unanswered.append("\(name): no pong to \(id)") } }
        return state.withLock { $0.pongs[id] }
    }
}
