import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

extension ScheduleCommand {
    struct Quiet: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "quiet",
            abstract: "The hours in which nothing that others scheduled is sent to you.",
            discussion: """
                In direct chats, on the clock of your profile. It comes when they end.

                EXAMPLES
                  spotter schedule quiet
                  spotter schedule quiet 22:00-07:00
                  spotter schedule quiet off
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "From when to when, or off.") var hours: String?

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                if let hours {
                    try await client.api.set(quietHours: hours == "off" ? nil : try ScheduleCommand.quietHours(hours))
                }
                let now = try await client.api.quietHours()
                if options.json { return try ClientOutput.document(QuietHoursBody(quietHours: now)) }
                ClientOutput.lines([now.map { "Quiet from \($0.from) to \($0.to)." } ?? "No quiet hours."])
            }
        }
    }
}
