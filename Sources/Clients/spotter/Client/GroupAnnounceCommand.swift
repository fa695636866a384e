import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

extension GroupCommand {
    struct Announce: AsyncParsableCommand {
        enum Setting: String, ExpressibleByArgument, CaseIterable { case on, off }

        static let configuration = CommandConfiguration(
            commandName: "announce",
            abstract: "Let only admins write in a group, or everybody again.",
            discussion: """
                The others read and react.

                EXAMPLES
                  spotter group announce "Saturday Run Club" on
                  spotter group announce "Saturday Run Club" off
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Which group.", completion: .groups) var group: String
        @Argument(help: "on or off.") var setting: Setting
        @Flag(help: "Take the group that GROUP is the beginning of, without a question.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let chat = try GroupCommand.group(group, yes, in: try await client.api.chats())
                let changed = try await client.api.setAnnouncement(setting == .on, of: chat.id)
                if options.json { return try ClientOutput.document(ChatResponse(chat: changed)) }
                let who = changed.announcement ? "Only admins write" : "Everybody writes"
                ClientOutput.lines(["\(who) in \(TerminalText.line(changed.name))."])
            }
        }
    }
}
