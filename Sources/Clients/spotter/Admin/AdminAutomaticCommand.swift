import Accounts
import ArgumentParser
import AutomaticReplies
import CommandLineSupport
import Domain
import NIOHTTP1
import SpotterAPI
import SpotterServer

/// `spotter admin automatic`.
struct AdminAutomaticCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "automatic",
        abstract: "Turn replies that are sent by themselves on or off for everybody.",
        discussion: """
            Each trainer turns them on for themselves and each client agrees; off stops all of them at once, whatever was \
            planned. What is stored stays, and counts again after on.

            EXAMPLES
              spotter admin automatic off --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin automatic on \\
                --server https://chat.example.com
            """
    )

    @Argument(help: "on or off.") var state: String
    @OptionGroup var target: AdminTarget
    @Flag(help: "One JSON document.") var json = false

    func validate() throws {
        guard ["on", "off"].contains(state) else { throw ValidationError("Say on or off.") }
    }

    func run() async throws {
        do {
            let result = try await apply(AutomaticSwitch(isAllowed: state == "on"))
            if json { return try outputJSON(result) }
            output(result.isAllowed ? "Automatic replies are on." : "Automatic replies are off.")
        } catch {
            throw fail(error)
        }
    }

    private func apply(_ request: AutomaticSwitch) async throws -> AutomaticSwitch {
        if let server = try target.remote() {
            return try server.decode(
                AutomaticSwitch.self,
                try await server.send(.PUT, "/v1/admin/automatic", request)
            )
        }
        return try await target.withFolder { server in
            try await server.useCases.automatic.allow(request.isAllowed, by: .folder)
            return AutomaticSwitch(isAllowed: try await server.useCases.automatic.isAllowed())
        }
    }
}
