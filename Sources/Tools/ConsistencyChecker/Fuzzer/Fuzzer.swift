import AsyncHTTPClient
import Domain
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Sends mutated requests, frames and envelopes to a real server, which must not crash, hang, or answer with an internal
/// error.
package struct Fuzzer: Sendable {
    package struct Options: Sendable {
        package var executable: String
        package var seed: UInt64 = 1
        package var seconds = 30
        /// Ends after this many cases instead, the same ones each time, shared out among the workers.
        package var cases: Int?
        /// Folder of seed cases. The server's routes give additional ones.
        package var corpus: String?
        /// Folder for cases that found a fault.
        package var output = "."
        package var concurrency = 48

        package init(executable: String) { self.executable = executable }
    }

    package struct Finding: Sendable {
        package let what: String
        package let files: [String]
    }

    package struct Outcome: Sendable {
        package var cases = 0
        package var findings: [Finding] = []
    }

    private let options: Options

    package init(_ options: Options) { self.options = options }

    /// Runs until the time is up or the cases are, or a fault is found.
    package func run(onProgress: @escaping @Sendable (Int) -> Void) async throws -> Outcome {
        try await withServer { server, client in
            let seeds = try await seeds(client)
            let tally = Tally()
            let deadline = ContinuousClock.now + .seconds(options.seconds)
            await withTaskGroup { group in
                for number in 0..<options.concurrency {
                    group.addTask {
                        let first = FuzzWorker(
                            seed: options.seed &* 1_000_003 &+ UInt64(number),
                            seeds: seeds,
                            client: client
                        )
                        let steps = options.cases.map {
                            $0 / options.concurrency + ($0 % options.concurrency > number ? 1 : 0)
                        }
                        await run(first, number, steps: steps, until: deadline, on: server, tally, onProgress)
                    }
                }
            }
            return tally.outcome
        }
    }

    private func run(
        _ first: FuzzWorker,
        _ number: Int,
        steps: Int?,
        until deadline: ContinuousClock.Instant,
        on server: SupervisedServer,
        _ tally: Tally,
        _ onProgress: @Sendable (Int) -> Void
    ) async {
        var worker = first
        var done = 0
        while steps.map({ done < $0 }) ?? (ContinuousClock.now < deadline), !tally.isOver {
            done += 1
            let found = await worker.step()
            let cases = tally.count()
            if cases % 5000 == 0 { onProgress(cases) }
            if let found { tally.add(Finding(what: found, files: [keep(worker.last, number)])) }
            // One of the running cases ended the server, so every worker stores its own.
            guard !server.crashes.isEmpty else { continue }
            let what = "the server ended by itself with \(server.crashes)\n\(server.errors.prefix(4000))"
            return tally.add(Finding(what: what, files: [keep(worker.last, number)]))
        }
    }

    private final class Tally: Sendable {
        private let state = Mutex(Outcome())

        var outcome: Outcome { state.withLock { $0 } }
        var isOver: Bool { state.withLock { !$0.findings.isEmpty } }
        func add(_ finding: Finding) { state.withLock { $0.findings.append(finding) } }
        func count() -> Int {
            state.withLock { state in
                state.cases += 1
                return state.cases
            }
        }
    }

    /// Runs a stored case again.
    /// - Throws: `invalid_request` if it isn't a readable case.
    package func replay(_ file: String) async throws -> Outcome {
        guard let input = FuzzCase(file: URL(filePath: file)) else {
            throw SpotterError.invalid("\(file) is no .http, .envelope or .frames file that can be read")
        }
        return try await withServer { server, client in
            var worker = FuzzWorker(seed: options.seed, seeds: [input], client: client)
            let found = await worker.step(exactly: input)
            let crash = server.crashes.isEmpty ? nil : "the server ended by itself\n\(server.errors.prefix(4000))"
            let findings = [found, crash].compactMap { $0 }.map { Finding(what: $0, files: [file]) }
            return Outcome(cases: 1, findings: findings)
        }
    }

    private func withServer(_ body: (SupervisedServer, ServerClient) async throws -> Outcome) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "spotter-fuzz-\(UUID().uuidString)").path
        let server = SupervisedServer(executable: options.executable, folder: folder)
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup)
        let result: Result<Outcome, any Error>
        do {
            try await server.start()
            result = .success(try await body(server, ServerClient(server: server, client: client)))
        } catch {
            result = .failure(error)
        }
        await server.end(SIGKILL)
        try await client.shutdown()
        try? FileManager.default.removeItem(atPath: folder)
        return try result.get()
    }

    private func seeds(_ client: ServerClient) async throws -> [FuzzCase] {
        var seeds = FuzzCase.routes(try await client.document("/openapi.json"))
        if let corpus = options.corpus {
            let files = try FileManager.default.contentsOfDirectory(atPath: corpus).sorted()
            seeds += files.compactMap { FuzzCase(file: URL(filePath: corpus).appending(path: $0)) }
        }
        return seeds
    }

    private func keep(_ input: FuzzCase, _ number: Int) -> String {
        let path = "\(options.output)/fuzz-\(options.seed)-\(number).\(input.kind.rawValue)"
        try? Data(input.bytes).write(to: URL(filePath: path))
        return path
    }
}
