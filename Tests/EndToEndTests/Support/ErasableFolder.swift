import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// A data folder with hundreds of messages, and in it things to erase: each holds a word of its own many times, in
/// messages and in a file.
struct ErasableFolder {
    enum Kind: CaseIterable {
        /// Messages in a group that stays, deleted one by one.
        case messages
        /// A client's account, with messages in two chats.
        case account
        /// A group, which goes with its last member.
        case chat
    }

    struct Item: Sendable {
        let kind: Kind
        let sentinel: Sentinel
        let email: String
        /// Who erases it.
        let token: String
        /// Chats with messages of this item.
        let chats: [String]
        let memberIds: [String]
        /// The messages with its word, and the chat of each.
        let messages: [String: String]
    }

    let coach: String
    let items: [Item]
    /// A chat that stays, and the messages there that nobody erases.
    let kept: (chat: String, texts: Set<String>)

    static let password = "correct horse"
    private static let tails = ["qvbknife", "qvglobus", "qvdingho", "qvfjords", "qvhymnal", "qvmaximo", "qvpuzzle"]
    private static let linesOfEach = 250

    /// - Parameter folder: where there is nothing yet.
    static func make(_ kind: Kind, items count: Int, in folder: TemporaryFolder) async throws -> ErasableFolder {
        let sentinels = tails.prefix(count).enumerated().map { Sentinel($0, $1) }
        let file = folder.url.appendingPathExtension("jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        try lines(kind, sentinels).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        let done = try await SpotterCommand.run(
            ["import", file.path, "--data", folder.path],
            settings: ["SPOTTER_PASSWORD_LOG_ROUNDS": "4"]
        )
        try #require(done.status == 0, "\(done.errors)")
        let server = try await ServerProcess.start(on: folder)
        let coach = try #require(try await server.logIn("coach@example.com", password))
        var items: [Item] = []
        for (number, sentinel) in sentinels.enumerated() {
            let email = "client\(number)@example.com"
            let token = kind == .account ? try #require(try await server.logIn(email, password)) : coach
            // For the coach, a direct chat has the client's name.
            let names =
                switch kind {
                case .messages: ["Everybody"]
                case .account: ["Everybody", "Vic \(sentinel)"]
                case .chat: ["Group \(sentinel)"]
                }
            let all = try await server.chats(of: coach)
            let chats = try names.map { name in try #require(all.first { $0["name"] as? String == name }) }
            let ids = chats.compactMap { $0["id"] as? String }
            try await attach(sentinel, number, to: try #require(ids.last), by: token, on: server)
            var messages: [String: String] = [:]
            for chat in ids {
                for message in try await server.history(of: chat, coach) where sentinel.isIn(message) {
                    messages[try #require(message["id"] as? String)] = chat
                }
            }
            let members = chats.last?["members"] as? [[String: Any]] ?? []
            items.append(
                Item(
                    kind: kind,
                    sentinel: sentinel,
                    email: email,
                    token: token,
                    chats: ids,
                    memberIds: members.compactMap { $0["userId"] as? String },
                    messages: messages
                )
            )
        }
        let everybody = try #require(try await server.chats(of: coach).first { $0["name"] as? String == "Everybody" })
        let kept = try #require(everybody["id"] as? String)
        let texts = try await server.history(of: kept, coach).compactMap { $0["text"] as? String }
        try #require(await server.stop() == .code(0))
        return ErasableFolder(
            coach: coach,
            items: items,
            kept: (kept, Set(texts.filter { $0.hasPrefix(keptText) }))
        )
    }

    static let keptText = "This stays"

    private static func lines(_ kind: Kind, _ sentinels: [Sentinel]) -> [String] {
        var lines = [user("coach", "Coach", "trainer")]
        let clients = sentinels.indices.map { "client\($0)" }
        for (client, sentinel) in zip(clients, sentinels) {
            lines.append(user(client, kind == .account ? "Vic \(sentinel)" : client, "client"))
            lines.append(#"{"type":"relation","trainer":"coach@example.com","client":"\#(client)@example.com"}"#)
        }
        lines.append(chat("all", #""kind":"group","name":"Everybody""#, of: ["coach"] + clients))
        for (number, (client, sentinel)) in zip(clients, sentinels).enumerated() {
            let form = kind == .chat ? #""kind":"group","name":"Group \#(sentinel)""# : #""kind":"direct""#
            let third = kind == .chat ? [clients[(number + 1) % clients.count]] : []
            lines.append(chat("c\(number)", form, of: ["coach", client] + third))
            for index in 0..<linesOfEach {
                let (ref, text) = ("\(number)-\(index)", "Line \(index) of \(sentinel)")
                lines.append(message("all", "coach", "kept-\(ref)", "\(keptText), number \(ref)"))
                switch kind {
                case .messages where index < 40: lines.append(message("all", "coach", "all-\(ref)", text))
                case .messages: break
                case .account:
                    lines.append(message("all", client, "all-\(ref)", text))
                    lines.append(message("c\(number)", client, "c-\(ref)", text))
                case .chat: lines.append(message("c\(number)", index % 2 == 0 ? client : "coach", "c-\(ref)", text))
                }
            }
        }
        return lines
    }

    private static func user(_ name: String, _ shown: String, _ role: String) -> String {
        let common = #""type":"user","email":"\#(name)@example.com","displayName":"\#(shown)""#
        return #"{\#(common),"role":"\#(role)","password":"\#(password)"}"#
    }

    private static func chat(_ ref: String, _ form: String, of names: [String]) -> String {
        let members = names.map { #""\#($0)@example.com""# }.joined(separator: ",")
        return #"{"type":"chat","ref":"\#(ref)",\#(form),"members":[\#(members)]}"#
    }

    private static func message(_ chat: String, _ sender: String, _ ref: String, _ text: String) -> String {
        let common = #""type":"message","chat":"\#(chat)","ref":"\#(ref)","sender":"\#(sender)@example.com""#
        return #"{\#(common),"sentAt":"2026-01-05T08:12:00Z","text":"\#(text)"}"#
    }

    /// Ids that clients choose may stay, so they don't hold the word.
    private static func attach(
        _ sentinel: Sentinel,
        _ number: Int,
        to chat: String,
        by token: String,
        on server: ServerProcess
    ) async throws {
        let file = try await server.http.request(
            "POST",
            "/v1/media?clientMediaId=file-\(number)&fileName=\(sentinel).txt",
            token: token,
            headers: ["Content-Type": "text/plain"],
            body: "These bytes hold \(sentinel)."
        )
        let id = try #require((file.json["media"] as? [String: Any])?["id"] as? String, "\(file.json)")
        let sent = try await server.http.request(
            "POST",
            "/v1/chats/\(chat)/messages",
            token: token,
            json: ["clientMessageId": "file-\(number)", "text": "A file of \(sentinel)", "mediaIds": [id]]
        )
        try #require(sent.isSuccess, "\(sent.json)")
    }
}

extension Sentinel {
    func isIn(_ message: [String: Any]) -> Bool { (message["text"] as? String)?.contains(word) == true }
}

extension ServerProcess {
    /// - Returns: `nil` if address and password aren't those of an account.
    func logIn(_ email: String, _ password: String) async throws -> String? {
        let answer = try await http.request("POST", "/v1/auth/login", json: ["email": email, "password": password])
        try #require(answer.isSuccess || answer.status == 401, "\(answer.json)")
        return answer.json["accessToken"] as? String
    }

    func chats(of token: String) async throws -> [[String: Any]] {
        try #require(try await http.request("GET", "/v1/chats", token: token).json["chats"] as? [[String: Any]])
    }

    /// A chat's whole history by pages.
    func history(of chat: String, _ token: String) async throws -> [[String: Any]] {
        var (all, last): ([[String: Any]], Int) = ([], 0)
        while true {
            let path = "/v1/chats/\(chat)/messages?after=\(last)&limit=200"
            let answer = try await http.request("GET", path, token: token)
            let page = try #require(answer.json["messages"] as? [[String: Any]], "\(answer.json)")
            all += page
            last = (page.last?["seq"] as? Int) ?? last
            guard answer.json["hasMore"] as? Bool == true else { return all }
        }
    }
}
