import Accounts
import Domain
import Embedding
import Foundation
import Messaging
import Retrieval
import ServerHarness
import SpotterServer

/// A data folder with many messages in the chats of one trainer. Their texts are words at random, a few of which are
/// frequent as in ordinary language. Their vectors are made up as well, because embedding a million texts takes a quarter
/// of an hour: a search costs the same, but what it finds by meaning means nothing.
struct MadeUpMessages: Sendable {
    let count: Int
    let chats: Int
    let progress: @Sendable (String) -> Void

    static let email = "alex@example.com"
    static let password = "correct horse"

    /// Words that many of the messages have, most frequent first.
    static let commonWords = """
        training knee today morning protein sleep weight gym coach plan week run good feel still session food day time \
        back tomorrow please thanks
        """.split(separator: " ").map(String.init)

    func make(in folder: String, by executable: SpotterExecutable) async throws {
        let path = folder + ".jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write(to: path)
        try await executable.importFile(path, into: folder)
        try await fill(folder)
    }

    // MARK: Messages

    private func write(to path: String) throws {
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
        var random = SplitMix64(1)
        for number in 0..<count {
            let text = Self.text(&random)
            lines.append(
                #"{"type":"message","chat":"c\#(number % chats)","ref":"m\#(number)","sender":"sara@example.com","sentAt":"2026-01-05T08:12:00Z","text":"\#(text)"}"#
            )
            if lines.count >= 10_000 {
                try file.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
                lines = []
            }
        }
        try file.write(contentsOf: Data(lines.joined(separator: "\n").utf8))
        try file.close()
    }

    /// 3 to 30 words, about 100 bytes. The n-th of 20 000 words comes with a frequency of about 1/n (Zipf's law).
    static func text(_ random: inout SplitMix64) -> String {
        (0..<3 + Int(random.next() % 28)).map { _ in
            let uniform = Double(random.next() >> 11) / Double(1 << 53)
            let rank = Int(exp(uniform * log(20_000.0)))
            return commonWords.indices.contains(rank - 3) ? commonWords[rank - 3] : "w\(rank)"
        }.joined(separator: " ")
    }

    // MARK: Vectors

    private func fill(_ folder: String) async throws {
        let chats = chats
        try await SpotterServer.withFolder(DataLocation(folder: folder), loadsModel: true) { server in
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
