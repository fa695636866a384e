import Foundation
import ServerHarness

/// Measures the first search after a start, over many vectors.
package struct FirstSearch: Sendable {
    let executable: SpotterExecutable
    let vectors: Int
    let chats: Int
    let rounds: Int
    let progress: @Sendable (String) -> Void

    package init(
        executable: SpotterExecutable,
        vectors: Int,
        chats: Int,
        rounds: Int,
        progress: @escaping @Sendable (String) -> Void
    ) {
        (self.executable, self.vectors, self.chats, self.rounds) = (executable, vectors, chats, rounds)
        self.progress = progress
    }

    package struct Report: Encodable, Sendable {
        let vectors: Int
        let chats: Int
        /// Without files, so that all vectors are read from the database.
        let firstSearchFromDatabaseMs: Double
        /// Medians, with files.
        let listeningMs: Double
        let firstSearchMs: Double
        let nextSearchMs: Double
        let residentMegabytes: Double

        package var lines: [String] {
            [
                "\(vectors) vectors in \(chats) chats of one user",
                "from the database: first search \(Int(firstSearchFromDatabaseMs)) ms",
                "from files: listening after \(Int(listeningMs)) ms, first search \(Int(firstSearchMs)) ms, then \(nextSearchMs) ms; resident memory \(Int(residentMegabytes)) MB",
            ]
        }
    }

    private struct Start {
        let listening: Double
        let first: Double
        let next: Double
        let resident: Double
    }

    package func run() async throws -> Report {
        let folder = TemporaryFolderPath.make("spotter-bench")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await MadeUpMessages(count: vectors, chats: chats, progress: progress).make(in: folder, by: executable)
        let cold = try await start(folder)
        var starts: [Start] = []
        for _ in 0..<rounds { starts.append(try await start(folder)) }
        return Report(
            vectors: vectors,
            chats: chats,
            firstSearchFromDatabaseMs: cold.first.rounded(places: 0),
            listeningMs: Sample(starts.map(\.listening)).median.rounded(places: 0),
            firstSearchMs: Sample(starts.map(\.first)).median.rounded(places: 0),
            nextSearchMs: Sample(starts.map(\.next)).median.rounded(places: 1),
            residentMegabytes: Sample(starts.map(\.resident)).median.rounded(places: 0)
        )
    }

    private func start(_ folder: String) async throws -> Start {
        var options = ServerProcessOptions.forMeasurement(executable: executable.path, folder: folder)
        options.settings = ["SPOTTER_PASSWORD_LOG_ROUNDS": "4", "SPOTTER_VECTOR_MEMORY": "100000"]
        return try await ServerProcess.with(options, keepsFolder: true) { server in
            let rest = RESTClient(baseURL: server.url, timeoutSeconds: 120)
            let token = try await SpotterExecutable.logIn(
                rest,
                email: MadeUpMessages.email,
                password: MadeUpMessages.password
            )
            func search(_ text: String) async throws -> Double {
                let begin = ContinuousClock.now
                _ = try await rest.post("/v1/search", ["query": text, "mode": "semantic"], token: token)
                return (ContinuousClock.now - begin).milliseconds
            }
            let first = try await search("who has knee trouble")
            var next: [Double] = []
            for number in 0..<10 { next.append(try await search("after the marathon \(number)")) }
            return Start(
                listening: server.startup.milliseconds,
                first: first,
                next: Sample(next).median,
                resident: Double(server.statistics.residentBytes ?? 0) / 1_048_576
            )
        }
    }
}
