import ArgumentParser
import BuildVersion

struct Spotter: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spotter",
        abstract: "Messaging for coaches and their clients, with an assistant that reads only what you may.",
        discussion: """
            First steps:
              spotter model fetch                      the weights for search by meaning
              spotter import fixtures/studio.jsonl     example people and messages
              spotter serve                            on http://127.0.0.1:8080
              spotter login --email alex@example.com    then: spotter chats
            """,
        version: "spotter \(BuildVersion.description)",
        groupedSubcommands: [
            CommandGroup(
                name: "Talk to a server:",
                subcommands: [
                    LoginCommand.self, LoginsCommand.self, LogoutCommand.self, AccountCommand.self, InviteCommand.self,
                    AcceptCommand.self, ContactsCommand.self, ProspectCommand.self, GroupCommand.self,
                    ChatsCommand.self, InboxCommand.self, ChatCommand.self,
                    SendCommand.self, ScheduleCommand.self, TemplateCommand.self, BroadcastCommand.self,
                    ProfileCommand.self, ProgressCommand.self, CheckInCommand.self, NoteCommand.self, TagCommand.self,
                    TailCommand.self,
                    FilesCommand.self,
                    SaveCommand.self, TranscribeCommand.self, VoiceCommand.self,
                    SearchCommand.self, SummaryCommand.self, ActionsCommand.self, WeekCommand.self, AskCommand.self,
                    ConversationsCommand.self, InstructionsCommand.self,
                    AdviceCommand.self,
                    ConfirmCommand.self, CancelCommand.self,
                    ModelsCommand.self, UsageCommand.self,
                    AgendaCommand.self, BookCommand.self, CalendarCommand.self, HoursCommand.self,
                    RemindCommand.self, RemindersCommand.self, AutomaticCommand.self,
                    KeyCommand.self, McpCommand.self,
                ]
            ),
            CommandGroup(
                name: "Run a server:",
                subcommands: [
                    ServeCommand.self, MediaWorkerCommand.self, DocumentWorkerCommand.self, ModelCommand.self,
                    ImportCommand.self,
                    BackupCommand.self, RestoreCommand.self, MigrateCommand.self, ExportCommand.self, AdminCommand.self,
                    BenchCommand.self,
                ]
            ),
            CommandGroup(name: "Try things out:", subcommands: [WhenCommand.self, DemoCommand.self]),
        ]
    )
}
