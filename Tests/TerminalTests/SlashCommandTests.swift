import Testing

@testable import Terminal

@Suite struct SlashCommandTests {
    @Test(
        arguments: [
            ("hello there", .say("hello there")),
            ("  indented", .say("  indented")),
            ("//etc/hosts", .say("/etc/hosts")),
            ("/help", .help), ("/?", .help), ("/CHATS", .chats), ("/open  Sara L", .open("Sara L")),
            ("/search knee pain", .search("knee pain")), ("/ask why?", .ask("why?")),
            ("/confirm", .confirm(nil)), ("/confirm 2", .confirm("2")), ("/cancel", .cancel(nil)),
            ("/who", .who), ("/history", .history), ("/quit", .quit),
            ("/open", .invalid("/open needs a name or a number from /chats.")),
            ("/rm -rf", .invalid("There's no /rm; /help lists the commands.")),
            ("/", .invalid("There's no /; /help lists the commands.")),
        ] as [(String, SlashCommand)]
    ) func reads(line: String, command: SlashCommand) {
        #expect(SlashCommand(line) == command)
    }

    @Test(arguments: ["", "   ", "\n"]) func nothingIsNothing(line: String) {
        #expect(SlashCommand(line) == nil)
    }

    @Test func everyCompletionIsACommand() {
        for name in SlashCommand.names {
            if case .invalid(let reason)? = SlashCommand(name) { #expect(reason.contains("needs"), "\(name)") }
        }
    }
}
