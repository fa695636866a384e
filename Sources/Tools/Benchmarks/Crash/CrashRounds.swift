import Domain
import Foundation
import NIOCore
import Retrieval
import ServerHarness
import SpotterServer
import Storage

/// The rounds of `spotter bench crash`, on one data folder.
package struct CrashRounds {
    private let folder: String
    private let executable: SpotterExecutable
    private let progress: (String) -> Void
    private var random: SplitMix64
    private var chats: [String] = []
    private var confirmed: [(chat: String, message: String, clientId: String)] = []
    private var deleted: Set<String> = []
    private var sent = 0
    private var imported = 0
    private var damagedFiles = 0
    private var kills = 0

    private static let email = "alex@example.com"
    private static let password = "correct horse"
    private static let environment = [
        "SPOTTER_PASSWORD_LOG_ROUNDS": "4", "SPOTTER_LIMIT_MESSAGES": "off", "SPOTTER_LIMIT_MESSAGE_BYTES": "off",
        "SPOTTER_LIMIT_REQUESTS": "off",
        "SPOTTER_LIMIT_DEVICE_REQUESTS": "off", "SPOTTER_LIMIT_SEARCHES": "off",
    ]
    private static let clients = ["sara", "mike", "nina"]

    package init(
        folder: String,
        executable: SpotterExecutable,
        seed: UInt64,
        progress: @escaping (String) -> Void
    ) {
        self.folder = folder
        self.executable = executable
        self.progress = progress
        random = SplitMix64(seed)
    }

    package mutating func run(rounds: Int) async throws -> CrashReport {
        try await importMessages(400)
        var number = 0
        while kills < rounds {
            number += 1
            if random.next(8) == 0 { try await importMessages(40 + random.next(200)) }
            try await round()
            if number.isMultiple(of: 10) { progress("killed \(kills) of \(rounds) times") }
        }
        return try await verify(rounds: number)
    }

    private var options: ServerProcessOptions {
        var options = ServerProcessOptions.forMeasurement(executable: executable.path, folder: folder)
        options.settings = Self.environment
        return options
    }

    // MARK: One round

    private mutating func round() async throws {
        let server = try await ServerProcess.start(options)
        let moment = Duration.milliseconds(random.next(700))
        switch random.next(10) {
        case 0, 1:
            await act(on: server, for: moment)
            await server.stop()
            try damageFile()
        case 2:
            // Kills it while it starts and resumes the work of the last run.
            try await Task.sleep(for: moment / 4)
            server.kill()
            _ = await server.exit()
            kills += 1
        default:
            // Kills it during requests, embedding and writing.
            async let killed: Void = {
                try? await Task.sleep(for: moment)
                server.kill()
                _ = await server.exit()
            }()
            await act(on: server, for: .seconds(60))
            await killed
            kills += 1
        }
    }

    private mutating func act(on server: ServerProcess, for time: Duration) async {
        do {
            let rest = RESTClient(baseURL: server.url, timeoutSeconds: 120)
            let token = try await SpotterExecutable.logIn(rest, email: Self.email, password: Self.password)
            if chats.isEmpty { chats = try await Self.chats(rest, token) }
            let end = ContinuousClock.now + time
            while ContinuousClock.now < end { try await act(rest, token) }
        } catch {
            // The server has been killed.
            return
        }
    }

    private mutating func act(_ rest: RESTClient, _ token: String) async throws {
        let chat = chats[random.next(chats.count)]
        switch random.next(10) {
        case 0..<6:
            sent += 1
            let id = "sent-\(sent)"
            let answer = try await rest.post(
                "/v1/chats/\(chat)/messages",
                ["clientMessageId": id, "text": text(sent)],
                token: token
            )
            let message = (answer["message"] as? [String: Any] ?? answer)["id"] as? String
            if let message { confirmed.append((chat, message, id)) }
        case 6, 7:
            guard let one = confirmed.randomElement(using: &random), !deleted.contains(one.message) else { return }
            sent += 1
            try await rest.patch(
                "/v1/chats/\(one.chat)/messages/\(one.message)",
                ["text": text(sent) + " edited"],
                token: token
            )
        case 8:
            guard let one = confirmed.randomElement(using: &random), !deleted.contains(one.message) else { return }
            deleted.insert(one.message)
            try await rest.delete("/v1/chats/\(one.chat)/messages/\(one.message)", token: token)
        default:
            _ = try await rest.post("/v1/search", ["query": text(random.next(1000))], token: token)
        }
    }

    /// Every 23rd text is long enough to have several windows.
    private func text(_ number: Int) -> String {
        let subjects = ["knee", "squat", "breakfast", "invoice", "sleep", "hiking", "marathon", "protein"]
        let line = "\(subjects[number % subjects.count]) number \(number) after the \(subjects[number / 8 % 8]) talk"
        return number.isMultiple(of: 23) ? (0..<60).map { "\(line), part \($0)." }.joined(separator: " ") : line
    }

    private static func chats(_ rest: RESTClient, _ token: String) async throws -> [String] {
        let bytes = try await rest.get("/v1/chats", token: token)
        let answer = try JSONSerialization.jsonObject(with: Data(String(buffer: bytes).utf8)) as? [String: Any]
        return (answer?["chats"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }.sorted()
    }

    // MARK: Files

    private mutating func importMessages(_ count: Int) async throws {
        var lines = [
            #"{"type":"user","email":"alex@example.com","displayName":"Alex","role":"trainer","password":"\#(Self.password)"}"#
        ]
        for client in Self.clients {
            lines.append(
                #"{"type":"user","email":"\#(client)@example.com","displayName":"\#(client)","role":"client"}"#
            )
            lines.append(#"{"type":"relation","trainer":"alex@example.com","client":"\#(client)@example.com"}"#)
            lines.append(
                #"{"type":"chat","ref":"\#(client)","kind":"direct","members":["alex@example.com","\#(client)@example.com"]}"#
            )
        }
        for _ in 0..<count {
            imported += 1
            let client = Self.clients[imported % Self.clients.count]
            lines.append(
                #"{"type":"message","chat":"\#(client)","ref":"imported-\#(imported)","sender":"\#(client)@example.com","sentAt":"2026-01-05T08:12:00Z","text":"\#(text(imported))"}"#
            )
        }
        let path = folder + ".jsonl"
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await executable.importFile(path, into: folder)
    }

    /// Sometimes flips a bit of a vector file, or truncates the file.
    private mutating func damageFile() throws {
        let folder = "\(folder)/vectors/1"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        guard let name = names.randomElement(using: &random), random.next(2) == 0 else { return }
        var bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        guard !bytes.isEmpty else { return }
        damagedFiles += 1
        if random.next(3) == 0 {
            bytes = bytes.prefix(random.next(bytes.count))
        } else {
            bytes[random.next(bytes.count)] ^= 1 << UInt8(random.next(8))
        }
        try bytes.write(to: URL(filePath: "\(folder)/\(name)"))
    }

    // MARK: The end

    private func verify(rounds: Int) async throws -> CrashReport {
        let lost = try await lostSends()
        let audits = try await SpotterServer.withFolder(DataLocation(folder: folder), loadsModel: true) { server in
            try await server.memory.load()
            while try await server.memory.indexPending() > 0 {}
            return try await server.memory.audit(recomputing: true)
        }
        return CrashReport(
            rounds: rounds,
            kills: kills,
            damagedFiles: damagedFiles,
            sent: confirmed.count,
            lostSends: lost,
            audits: audits
        )
    }

    /// Confirmed sends that the server no longer has.
    private func lostSends() async throws -> [String] {
        try await ServerProcess.with(options, keepsFolder: true) { server in
            let rest = RESTClient(baseURL: server.url, timeoutSeconds: 120)
            let login = try? await SpotterExecutable.logIn(rest, email: Self.email, password: Self.password)
            guard let token = login else { return confirmed.map(\.clientId) }
            var lost: [String] = []
            for one in confirmed {
                do {
                    _ = try await rest.get("/v1/chats/\(one.chat)/messages/\(one.message)", token: token)
                } catch {
                    lost.append(one.clientId)
                }
            }
            return lost
        }
    }
}
