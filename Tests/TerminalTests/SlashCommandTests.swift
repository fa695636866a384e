import Testing

@testable import Terminal

@Suite struct SlashCommandTests {
    @Test(
        arguments: [
            ("hello there", .message("hello there")),
            ("  indented", .message("  indented")),
            ("//etc/hosts", .message("/etc/hosts")),
            ("/help", .help), ("/?", .help), ("/CHATS", .chats), ("/open  Sara L", .open("Sara L")),
            ("/search knee pain", .search("knee pain", everywhere: false)), ("/ask why?", .ask("why?")),
            ("/confirm", .confirm(nil)), ("/confirm 2", .confirm("2")), ("/cancel", .cancel(nil)),
            ("/who", .who), ("/members", .who), ("/reply #3 yes", .act(.reply("yes"), on: .number(3))),
            ("/edit better", .act(.edit("better"), on: .latestOwn)), ("/seen", .act(.seen, on: .latestOwn)),
            ("/delete #9", .act(.delete, on: .number(9))), ("/pin", .act(.pin, on: .latestOfOthers)),
            ("/mute", .mute(hours: nil)), ("/mute 2", .mute(hours: 2)), ("/unmute", .unmute), ("/leave", .leave),
            ("/mute long", .invalid("/mute takes hours, or nothing.")),
            ("/reply #3", .invalid("/reply needs a text.")), ("/react", .invalid("/react needs an emoji.")),
            ("/delete it", .invalid("/delete takes a number like #12, or nothing.")),
            ("/edit #x y", .invalid("'#x y' isn't a message's number like #12.")), ("/history", .history),
            ("/quit", .quit),
            ("/open", .invalid("/open needs a name or a number from /chats.")),
            ("/rm -rf", .invalid("There's no /rm; /help lists the commands.")),
            ("/", .invalid("There's no /; /help lists the commands.")),
        ] as [(String, SlashCommand)]
    ) func readsCommands(line: String, command: SlashCommand) {
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
