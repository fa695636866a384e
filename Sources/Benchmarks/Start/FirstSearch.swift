import Accounts
import Domain
import Embedding
import Foundation
import Messaging
import Retrieval
import ServerHarness
import SpotterServer

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

    private static let email = "alex@example.com"
    private static let password = "correct horse"

    package func run() async throws -> Report {
        let folder = TemporaryFolderPath.make("spotter-bench")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await importMessages(into: folder)
        try await fill(folder)
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
            let token = try await SpotterExecutable.logIn(rest, email: Self.email, password: Self.password)
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

    // MARK: The folder

    private func importMessages(into folder: String) async throws {
        let path = folder + ".jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        let person = #"{"type":"user","role":"client","displayName":"Sara","email":"sara@example.com"}"#
        let trainer =
            #"{"type":"user","role":"trainer","displayName":"Alex","email":"\#(Self.email)","password":"\#(Self.password)"}"#
        var lines = [
            trainer, person, person.replacingOccurrences(of: "sara@", with: "mike@"),
            #"{"type":"relation","trainer":"\#(Self.email)","client":"sara@example.com"}"#,
            #"{"type":"relation","trainer":"\#(Self.email)","client":"mike@example.com"}"#,
        ]
        for chat in 0..<chats {
            lines.append(
                #"{"type":"chat","ref":"c\#(chat)","kind":"group","name":"Group \#(chat)","members":["\#(Self.email)","sara@example.com","mike@example.com"]}"#
            )
        }
        for number in 0..<vectors {
            lines.append(
                #"{"type":"message","chat":"c\#(number % chats)","ref":"m\#(number)","sender":"sara@example.com","sentAt":"2026-01-05T08:12:00Z","text":"message \#(number)"}"#
            )
            if lines.count >= 10_000 {
                try file.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
                lines = []
            }
        }
        try file.write(contentsOf: Data(lines.joined(separator: "\n").utf8))
        try file.close()
        try await executable.importFile(path, into: folder)
    }

    private func fill(_ folder: String) async throws {
        let chats = chats
        try await SpotterServer.withFolder(folder, loadsModel: true) { server in
            try await server.memory.load()
            guard let dimension = server.memory.embedders.first?.model.dimension else {
                throw SpotterError(.unavailable, "there is no embedding model: run `spotter model fetch`")
            }
            let alex = try await server.messaging.accounts.all().first { $0.email == Self.email }
            guard let alex else { throw SpotterError(.unavailable, "the import made no account") }
            let ids = try await server.messaging.chats.list(for: Actor(userId: alex.id, role: alex.role)).map(\.id)
            for (number, chat) in ids.enumerated() {
                if number.isMultiple(of: max(1, chats / 10)) { progress("vectors: \(number) of \(chats) chats") }
                try await server.memory.fill(chat) { row in Self.vector(number * 1_000_003 + row, dimension) }
            }
        }
    }

    private static func vector(_ seed: Int, _ dimension: Int) -> [Float] {
        var random = SplitMix64(UInt64(truncatingIfNeeded: seed))
        let values = (0..<dimension).map { _ in Float(Int64(truncatingIfNeeded: random.next()) >> 40) }
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { $0 / length }
    }
}
