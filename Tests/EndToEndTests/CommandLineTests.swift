import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// The command line for people who mistype, and for scripts that look at exit codes.
@Suite(.longTimeLimit, .serialized)
struct CommandLineTests {
    @Test(arguments: [
        (["sned", "bea", "hi"], "'sned' isn't a command. Did you mean 'send'?"),
        (["frobnicate"], "'frobnicate' isn't a command. See 'spotter --help'."),
        (["help", "foo"], "'foo' isn't a command."),
        (["help", "admin", "usr"], "'usr' isn't a command. Did you mean 'admin user'?"),
        (["admin", "user", "lst"], "'lst' isn't a command. Did you mean 'admin user list'?"),
        (["chats", "--unraed"], "Did you mean '--unread'?"),
        (["chats", "foo"], "Unexpected argument 'foo'. See 'spotter chats --help'."),
        (["contacts", "add", "nina@example.com"], "Did you mean 'spotter contacts --add'?"),
        (["reminders", "done", "1"], "Did you mean 'spotter reminders --done'?"),
        (["agenda", "ics"], "Did you mean 'spotter agenda --ics'?"),
        (["group", "--add", "Run Club", "sara"], "Did you mean 'spotter group add'?"),
        (["when"], "Missing expected argument '<expression>'"),
    ])
    func mistypedWordsGetOneSentence(arguments: [String], sentence: String) async throws {
        let run = try await SpotterCommand.run(arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors.contains(sentence), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func whatIsNoTimeFails() async throws {
        let text = try await SpotterCommand.run(["when", "next blursday"])
        #expect(text.status == 1 && text.output.isEmpty && text.errors.contains("'next blursday'"))
        let json = try await SpotterCommand.run(["when", "next blursday", "--json"])
        #expect(json.status == 0 && json.output.contains(#""kind":"none""#))
        #expect(try await SpotterCommand.run(["when", "tomorrow at 3pm"]).status == 0)
        #expect(try await SpotterCommand.run(["help", "admin", "user"]).status == 0)
    }

    @Test func theTimeIsThatOfTheVariable() async throws {
        let told = try await SpotterCommand.run(
            ["when", "tomorrow at 3pm", "--timezone", "UTC"],
            settings: ["SPOTTER_NOW": "2026-03-11T13:15:00Z"]
        )
        #expect(told.output.contains("2026-03-12T15:00:00Z"), "\(told.output)")
        let wrong = try await SpotterCommand.run(["chats"], settings: ["SPOTTER_NOW": "noon"])
        #expect(wrong.status == 64 && wrong.errors.contains("SPOTTER_NOW takes an RFC 3339 time"), "\(wrong.errors)")
    }

    /// Names of types, domains and source files of libraries say nothing to whoever reads them.
    private static let innards = [
        "NIO", "BoringSSL", ".build/", "Error Domain", "NSCocoa", "NSPOSIX", "Expected to decode", "Cannot initialize",
        "DecodingError", "operation could not be completed",
    ]

    @Test func errorsAreInWords() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder)
        let place = "\(folder.path)/files"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try Data("{bad".utf8).write(to: URL(filePath: "\(place)/bad.json"))
        try Data("[1]".utf8).write(to: URL(filePath: "\(place)/list.json"))
        try Data(#"{"prot":9000}"#.utf8).write(to: URL(filePath: "\(place)/typo.json"))
        let secure = server.url.replacing("http://", with: "https://")
        let login = ["login", "--email", "a@example.com", "--password-stdin", "--server"]
        let cases: [([String], String)] = [
            (login + [secure], "doesn't speak TLS"),
            (login + ["http://127.0.0.1:1"], "connection refused"),
            (login + ["http://nowhere.invalid"], "can't reach http://nowhere.invalid"),
            (login + [server.url, "--ca-certificate", place], "can't be read"),
            (login + [server.url, "--ca-certificate", "\(place)/bad.json"], "holds no certificate"),
            (["serve", "--config", "\(place)/bad.json"], "isn't valid JSON"),
            (["serve", "--config", "\(place)/list.json"], "must be a JSON object"),
            (["serve", "--config", place], "it is a folder"),
            (["serve", "--config", "\(place)/none"], "no such file"),
            (["serve", "--config", "\(place)/typo.json", "--check"], "prot is unknown; did you mean port?"),
            (["serve", "--data", "\(place)/bad.json", "--port", "0"], "can't use the data folder"),
            (["import", "\(place)/none", "--data", "\(place)/new"], "there is no file"),
            (["import", place, "--data", "\(place)/new"], "there is no .zip, .txt or .jsonl file"),
            (["restore", "\(place)/none", "--data", "\(place)/new"], "none"),
        ]
        for (arguments, words) in cases {
            let run = try await SpotterCommand.run(arguments, settings: ["XDG_CONFIG_HOME": place, "HOME": place])
            // 69 says that the server can't be reached.
            let status: Int32 = arguments.first == "login" && !arguments.contains("--ca-certificate") ? 69 : 1
            #expect(run.status == status, "\(arguments): \(run.status)")
            #expect(run.errors.contains(words), "\(arguments): \(run.errors)")
            let all = run.errors + run.output
            #expect(!Self.innards.contains { all.contains($0) }, "\(arguments): \(all)")
        }
        _ = await server.stop()
    }

    /// Every command that a message or a help text tells to type exists.
    @Test func hintsNameCommandsThatExist() async throws {
        let sources = Repository.root.appending(path: "Sources")
        var hints: Set<[String]> = []
        let files = FileManager.default.enumerator(atPath: sources.path)
        while let name = files?.nextObject() as? String {
            guard name.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            guard text.contains("`spotter ") else { continue }
            for line in text.split(separator: "\n") where !line.drop(while: \.isWhitespace).hasPrefix("//") {
                for match in line.matches(of: /`spotter ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)*)/) {
                    hints.insert(match.1.split(separator: " ").map(String.init))
                }
            }
        }
        #expect(hints.count > 15)
        for hint in hints.sorted(by: { $0.joined() < $1.joined() }) {
            // A word after a command without commands of its own is an argument.
            for length in 1...hint.count {
                let help = try await SpotterCommand.run(["help"] + hint.prefix(length))
                #expect(help.status == 0, "spotter \(hint.joined(separator: " ")): \(help.errors)")
                guard help.output.contains("SUBCOMMANDS:") else { break }
            }
        }
    }
}
