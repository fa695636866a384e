import ArgumentParser

@main
struct Spotter: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spotter",
        abstract: "Messages for coaches and their clients, with an assistant that has read them.",
        groupedSubcommands: [
            CommandGroup(
                name: "Talk to a server:",
                subcommands: [
                    LoginCommand.self, LogoutCommand.self, ChatsCommand.self, ChatCommand.self, SendCommand.self,
                    TailCommand.self, SearchCommand.self, AskCommand.self, ConfirmCommand.self, CancelCommand.self,
                ]
            )
        ]
    )
}
