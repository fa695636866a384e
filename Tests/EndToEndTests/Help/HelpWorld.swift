import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// The demo's world on this machine for the examples of one command: the studio's people on a running server, copies of
/// its data folder, and a home in which Alex is logged in.
final class HelpWorld {
    struct Outcome {
        let status: Int32
        let output: String
    }

    /// The time of the server and of commands, whatever today is.
    private static let now = "2026-03-11T13:15:00Z"

    let folder: TemporaryFolder
    private let server: ServerProcess
    private let adminToken: String
    private let proposal: String
    private let invitation: (id: String, code: String)

    init() async throws {
        let studio = try await ImportedStudio.shared.folder()
        let folder = TemporaryFolder()
        self.folder = folder
        for name in ["served", "spotter-data", "var"] {
            try FileManager.default.copyItem(atPath: studio.path, toPath: "\(folder.path)/\(name)")
        }
        for name in ["home", "backups", "exports", "fixtures"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)",
                withIntermediateDirectories: true
            )
        }
        for name in ["fixtures/studio.jsonl", "studio.jsonl"] {
            try FileManager.default.copyItem(
                at: Repository.fixture("studio.jsonl"),
                to: folder.url.appending(path: name)
            )
        }
        let chat = "[13/01/2026, 08:01:00] Alex Rivera: Morning!\n[13/01/2026, 08:02:00] Sara: Morning, coach\n"
        // The format is told from the content, so that an unpacked text stands for an archive.
        for name in ["chat.zip", "chat.txt", "exports/chat.txt"] { _ = try folder.write(chat.utf8, to: name) }
        let group = ["Alex: Morning!", "Tom: Morning", "Sara: Hi", "Dr Knee: Rest"].map {
            "01/02/2026, 08:01 - \($0)\n"
        }
        _ = try folder.write(group.joined().utf8, to: "group.txt")
        _ = try folder.write("not really a film".utf8, to: "squat.mp4")
        let token = try await SpotterCommand.run(["admin", "token", "--data", "\(folder.path)/served"])
        adminToken = try #require(token.output.split(separator: "\n").last { $0.hasPrefix("sp_") }.map(String.init))

        var options = ServerProcessOptions(
            executable: try BuiltExecutable.spotter.path,
            folder: "\(folder.path)/served"
        )
        options.more = ["--now", Self.now, "--event-loops", "2"]
        options.settings = [
            "SPOTTER_PASSWORD_LOG_ROUNDS": "4", "SPOTTER_LOG_LEVEL": "critical", "SPOTTER_MODEL_DIR": "/nonexistent",
        ]
        server = try await ServerProcess.start(options)
        let http = RESTClient(baseURL: server.url)
        let login = ["email": "alex@example.com", "password": "spotter-demo"]
        let grant = try await http.request("POST", "/v1/auth/login", json: login)
        let alex = try #require(grant.json["accessToken"] as? String)
        let asked = try await http.request(
            "POST",
            "/v1/assistant/query",
            token: alex,
            json: ["message": "Schedule a call with Priya tomorrow at 3pm"]
        )
        let proposals = try #require(asked.json["proposals"] as? [[String: Any]])
        proposal = try #require(proposals.first?["id"] as? String)
        let made = try await http.request("POST", "/v1/invitations", token: alex, json: [:])
        let invitation = try #require(made.json["invitation"] as? [String: Any])
        self.invitation = (
            try #require(invitation["id"] as? String), try #require(invitation["code"] as? String)
        )
        for profile in ["", "--profile sara "] {
            let email = profile.isEmpty ? "alex" : "sara"
            let line = "spotter login \(profile)--server \(server.url) --email \(email)@example.com --password-stdin"
            let outcome = try await shell("echo spotter-demo | \(line)")
            try #require(outcome.status == 0, "\(outcome.output)")
        }
    }

    /// Prints a code with which a trainer can register.
    private var trainerCode: String {
        "SPOTTER_ADMIN_TOKEN=\(adminToken) spotter admin invite --role trainer --server \(server.url) | head -1"
    }

    func end() async {
        // Nothing of it is needed any more, so there's no reason to wait for an orderly end.
        server.kill()
        _ = await server.exit()
        folder.remove()
    }

    /// Runs an example as it stands, but for places: this world's server, folders, codes and ids.
    /// - Parameter expected: what it is waited for if the example goes on by itself.
    func run(_ example: String, expecting expected: String = "") async throws -> Outcome {
        try await shell(here(example), expecting: expected)
    }

    /// The line with this world's places.
    private func here(_ example: String) -> String {
        var line = example
        for (from, to) in [
            ("https://chat.example.com", server.url), ("http://127.0.0.1:8080", server.url),
            ("/var/lib/spotter", "\(folder.path)/var"), ("/mnt/backups", "\(folder.path)/backups"),
            ("SPOTTER_ADMIN_TOKEN=…", "SPOTTER_ADMIN_TOKEN=\(adminToken)"),
            // Any text that isn't a code is no code; a trainer's is made by the operator.
            ("sp_i_… --role trainer", "$(\(trainerCode)) --role trainer"), ("sp_i_…", invitation.code),
            ("--revoke 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60", "--revoke \(invitation.id)"),
            ("018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60", proposal), ("pass show spotter", "echo spotter-demo"),
            ("git log -1 --format=%B", "echo Look at the plan"),
        ] { line = line.replacing(from, with: to) }
        // Nobody is at a terminal here: what it would ask for comes by standard input.
        if line.hasPrefix("spotter login "), !line.contains("--password-stdin"), !line.contains("--demo") {
            let server = line.contains("--server") ? "" : " --server \(server.url)"
            line = "echo spotter-demo | \(line)\(server) --password-stdin"
        }
        if line.hasPrefix("spotter chat ") || line == "spotter chat" { line = "echo /quit | \(line)" }
        // These don't end by themselves. Of a server only the settings are tried: its ports may be in use here.
        line = line.replacing("spotter tail", with: "until_said spotter tail")
        if !line.contains("--check") { line = line.replacing("spotter serve", with: "spotter serve --check") }
        return line
    }

    /// Runs a command until it has said what is expected, for a minute at most. It has the status of `timeout` if it
    /// didn't end by itself.
    private static let untilSaid = #"""
        until_said() {
            local said=$(mktemp) child status=124
            "$@" > >(tee -a "$said") 2> >(tee -a "$said" >&2) &
            child=$!
            for _ in $(seq 600); do
                if [ -n "$EXPECTED" ] && grep -qF -- "$EXPECTED" "$said"; then break; fi
                if ! kill -0 $child 2>/dev/null; then break; fi
                sleep 0.1
            done
            kill $child 2>/dev/null || { wait $child; status=$?; }
            wait $child 2>/dev/null
            rm -f "$said"
            return $status
        }
        """#

    /// - Returns: both outputs, in one.
    func shell(_ line: String, expecting expected: String = "") async throws -> Outcome {
        let program = URL(filePath: try BuiltExecutable.spotter.path).deletingLastPathComponent().path
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SPOTTER_") }
        let home = "\(folder.path)/home"
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] { environment[name] = home }
        environment["PATH"] = "\(program):\(environment["PATH"] ?? "/usr/bin:/bin")"
        environment["EXPECTED"] = expected
        environment["PASSWORD"] = "correct horse"
        environment["TZ"] = "UTC"
        environment["SPOTTER_NOW"] = Self.now
        environment["SPOTTER_MODEL_DIR"] = "/nonexistent"
        environment["SPOTTER_PASSWORD_LOG_ROUNDS"] = "4"
        let script = "\(Self.untilSaid)\ncd '\(folder.path)' && { \(line)\n} 2>&1 </dev/null"
        let child = try await ChildProcess.start("/bin/bash", ["-c", script], environment: environment)
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return Outcome(status: await child.exit().status, output: lines.joined(separator: "\n"))
    }
}
