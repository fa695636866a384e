import Domain
import SpotterAPI
import Synchronization

/// One seed, from the registration of its people to the verdict.
struct SeedRun: Sendable {
    let plan: Plan
    let fixture: CheckFixture
    let devices: [Device]
    let recorder: HistoryRecorder

    /// - Parameter clients: the servers that the device of a number may use, at least one.
    static func prepare(
        _ plan: Plan,
        features: Features,
        _ resumptions: Resumptions,
        through clients: (_ device: Int) -> [ServerClient]
    ) async throws -> SeedRun {
        let fixture = try await CheckFixture.set(plan, through: clients(0)[0])
        let recorder = HistoryRecorder(seed: plan.seed)
        recorder.note { history, _ in history.chats = fixture.starts }
        let devices = plan.scripts.enumerated().map { number, script in
            Device(
                name: "p\(script.person)d\(number)",
                me: fixture.people[script.person],
                fixture: fixture,
                features: features,
                clients: clients(number),
                recorder: recorder,
                resumptions: resumptions
            )
        }
        return SeedRun(plan: plan, fixture: fixture, devices: devices, recorder: recorder)
    }

    /// Runs the steps of all devices concurrently.
    func play(
        _ steps: @escaping @Sendable (Plan.Script) -> [Step],
        onStep: @escaping @Sendable () async -> Void = {}
    ) async {
        await each { device, number in
            await device.connect()
            for step in steps(plan.scripts[number]) {
                await device.perform(step)
                await onStep()
            }
        }
    }

    /// Waits until the system is at rest: every device connected, every request answered, every change delivered.
    func settle() async {
        await each { device, number in await device.finishRequests(repeating: number % 2 == 0) }
        await each { device, _ in
            await device.connect()
            await device.reachDigest()
        }
    }

    /// Reads the state without a seq once, at rest. Later changes of it arrive as frames.
    func readOnce() async { await each { device, _ in await device.readChatList() } }

    private func each(_ body: @escaping @Sendable (Device, Int) async -> Void) async {
        await withTaskGroup { group in
            for (number, device) in devices.enumerated() { group.addTask { await body(device, number) } }
        }
    }
}

extension Device {
    /// Waits for pending requests. If `repeating`, first repeats the sends whose acks were lost.
    func finishRequests(repeating: Bool) async {
        await resumeReading()
        await connect()
        if repeating {
            let user = me.id.description
            for send in recorder.history.sends where send.sender == user && send.key.hasPrefix("\(name)-") {
                guard case .unknown = send.outcome, let chat = ChatID(send.chat) else { continue }
                await self.send(send.key, send.text, to: chat, replyTo: nil, .socket)
            }
        }
        if await wait(until: { $0.pending.isEmpty }) { return }
        let pending = state.withLock { $0.pending.keys.sorted() }
        recorder.note { history, _ in history.unanswered.append("\(name): no answer to \(pending)") }
    }

    /// Pings until the server's digest equals that of the device's positions, or ten seconds have passed, and records
    /// both.
    func reachDigest() async {
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            let server = await ping()
            let own = digest
            if server == own || ContinuousClock.now > deadline {
                recorder.note { history, _ in
                    history.finalDigests.removeAll { $0.device == name }
                    history.finalDigests.append(.init(device: name, own: own, server: server ?? "nothing"))
                }
                return
            }
            await connect()
            // Something is still in flight.
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The digest of the device's positions, computed as in a `pong`.
    private var digest: String { PositionsDigest.text(state.withLock { $0.positions }) }
}
