import ArgumentParser
import Domain
import Foundation
import SpotterClient
import Synchronization
import Terminal

struct McpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Lend an assistant of your choice Spotter's tools, over standard input and output.",
        discussion: """
            Speaks the Model Context Protocol with the program that started it: one JSON message a line. That program \
            searches, reads chats, profiles and the agenda as you may, and proposes appointments, reminders and messages; \
            each is done only after you have accepted it there, or by `spotter confirm`.

            It acts as you are logged in, or by the API key in SPOTTER_KEY, whose scopes choose the tools. Hosts that \
            speak HTTP need no command: the server has the same at /mcp.

            EXAMPLES
              echo '{"jsonrpc":"2.0","id":1,"method":"initialize"}' | spotter mcp
              SPOTTER_KEY=sp_k_… spotter mcp --server https://chat.example.com
            """
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
        try await ClientOutput.reporting {
            let bridge = try bridge()
            await bridge.run(Self.standardInput())
        }
    }

    private func bridge() throws -> MCPBridge {
        let output = Mutex(())
        let write: @Sendable (String) -> Void = { line in output.withLock { _ in TTY.write(line + "\n") } }
        let key = ProcessInfo.processInfo.environment["SPOTTER_KEY"] ?? ""
        guard !key.isEmpty else { return MCPBridge(api: try options.session().api, write: write) }
        let stored = try options.store().load()
        let server = try options.chosenServer() ?? stored?.server ?? .standard
        let known = stored?.server == server ? stored?.caCertificate : nil
        let api = SpotterHTTP(server: server, session: MemorySession(), trust: try options.trust(remembered: known))
        return MCPBridge(api: api, key: Secret(key), write: write)
    }

    /// The lines of the host, read by a thread that may block.
    private static func standardInput() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}
