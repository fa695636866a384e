/// Limits how many servers run at once in this process. Swift Testing starts all tests together, and hundreds of servers
/// with their threads and files would compete for a few processors until they time out.
///
/// A server that is started within another server's test takes no slot, which prevents deadlocks.
public actor ServerSlots {
    public static let shared = ServerSlots(12)

    @TaskLocal private static var isInside = false

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Runs `body` once a slot is free.
    public static func with<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard !isInside else { return try await body() }
        await shared.take()
        do {
            let value = try await $isInside.withValue(true) { try await body() }
            await shared.give()
            return value
        } catch {
            await shared.give()
            throw error
        }
    }

    private func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func give() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
