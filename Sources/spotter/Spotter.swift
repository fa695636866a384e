import ArgumentParser
import SpotterServer

struct Spotter: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spotter",
        abstract: "Messaging for coaches and their clients, with an assistant that reads only what you may.",
        discussion: """
            First steps:
              spotter model fetch                       the weights for search by meaning, once
              spotter import fixtures/studio.jsonl      example people and messages
              spotter serve                             the server, on http://127.0.0.1:8080
              spotter login --email alex@example.com    then: spotter chats, spotter ask "…"
            """,
        version: SpotterServer.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Talk to a server:",
                subcommands: [
                    LoginCommand.self, LogoutCommand.self, InviteCommand.self, AcceptCommand.self, ContactsCommand.self,
                    GroupCommand.self, ChatsCommand.self, ChatCommand.self, SendCommand.self, TailCommand.self,
                    SearchCommand.self, AskCommand.self, ConfirmCommand.self, CancelCommand.self,
                    AgendaCommand.self, RemindersCommand.self, KeyCommand.self,
                ]
            ),
            CommandGroup(
                name: "Run a server:",
                subcommands: [
                    ServeCommand.self, MediaWorkerCommand.self, ModelCommand.self, ImportCommand.self,
                    BackupCommand.self, RestoreCommand.self, ExportCommand.self, AdminCommand.self, BenchCommand.self,
                ]
            ),
            CommandGroup(name: "Try things out:", subcommands: [WhenCommand.self, DemoCommand.self]),
        ]
    )
}
