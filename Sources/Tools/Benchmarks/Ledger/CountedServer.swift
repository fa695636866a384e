import Domain
import Foundation
import ServerHarness

/// A server whose work is counted by the preloaded library `CallCounter`.
struct CountedServer: Sendable {
    let process: ServerProcess
    private let counters: String

    /// Runs `body` with a server on a new folder, and removes the folder.
    static func with<Value: Sendable>(
        _ executable: SpotterExecutable,
        library: String,
        settings: [String: String],
        _ body: (CountedServer) async throws -> Value
    ) async throws -> Value {
        var options = ServerProcessOptions(
            executable: executable.path,
            folder: TemporaryFolderPath.make("spotter-ledger")
        )
        let counters = options.folder + ".counters"
        defer { try? FileManager.default.removeItem(atPath: counters) }
        // One event loop: with several, the order of connections decides which work hops between threads.
        options.more = ["--log-level", "error", "--event-loops", "1", "--now", "2026-03-02T09:00:00Z"]
        options.showsErrors = true
        options.settings = [
            "LD_PRELOAD": library, "CALL_COUNTERS": counters, "SWIFT_DETERMINISTIC_HASHING": "1",
            "SPOTTER_MODEL_DIR": "/nonexistent", "SPOTTER_PASSWORD_LOG_ROUNDS": "4",
            "SPOTTER_LIMIT_STRANGERS": "off", "SPOTTER_LIMIT_REGISTRATIONS": "off",
            "SPOTTER_LIMIT_QUESTIONS": "off", "SPOTTER_LIMIT_SEARCHES": "off",
        ].merging(settings) { _, new in new }
        return try await ServerProcess.with(options) { process in
            try await body(CountedServer(process: process, counters: counters))
        }
    }

    // MARK: Counters

    /// The numbers of `call_counter` in `CallCounter.h`, in its order, which are little-endian.
    /// - Throws: `unavailable` if the library doesn't count this server.
    private func numbers() throws -> [Int] {
        let bytes = (try? Data(contentsOf: URL(filePath: counters))).map { [UInt8]($0) } ?? []
        let numbers = stride(from: 0, to: bytes.count, by: 8).map { offset in
            bytes[offset..<min(offset + 8, bytes.count)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard numbers.count == Self.version + 1, numbers[Self.version] > 0 else {
            throw SpotterError(
                .unavailable,
                "the server can't be counted: libCallCounter.so isn't of this build, or SQLite is linked statically"
            )
        }
        return numbers.map { Int(clamping: $0) }
    }

    /// The place of the last number, SQLite's version.
    private static let version = 8

    /// What the server has done so far.
    func cost() throws -> Cost {
        let numbers = try numbers()
        return [
            .statements: numbers[0], .vmSteps: numbers[1], .allocations: numbers[2], .allocatedBytes: numbers[3],
            .systemCalls: numbers[4], .bytesWritten: numbers[5], .wireBytes: numbers[6] + numbers[7],
        ]
    }

    /// The version of the SQLite that the server uses.
    func sqliteVersion() throws -> String {
        let number = try numbers()[Self.version]
        return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }

    // MARK: Quiet

    private static let interval = Duration.milliseconds(4)
    private static let looks = 10
    private static let maxLooks = 7500

    /// Waits until the server does nothing: all of its threads sleep, and for some looks nothing was counted.
    ///
    /// The threads are looked at because a busy machine can keep one from running for a while that isn't finished.
    /// - Throws: `unavailable` after half a minute.
    func quiet() async throws -> Cost {
        var (last, calm) = (try cost(), 0)
        for _ in 0..<Self.maxLooks {
            try await Task.sleep(for: Self.interval)
            let now = try cost()
            calm = now == last && process.statistics.isAsleep ? calm + 1 : 0
            if calm == Self.looks { return now }
            last = now
        }
        throw SpotterError(.unavailable, "the server under test doesn't come to rest")
    }
}
