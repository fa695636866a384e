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
            ("/open", .invalid("/open needs a name or a number from /chats, or a message with a file: #12.")),
            ("/open #12", .openFile(.number(12))), ("/save", .save(.latestOfOthers, to: nil)),
            ("/save #12 ~/plans", .save(.number(12), to: "~/plans")),
            ("/file \"my plan.pdf\" For Monday", .file(path: "my plan.pdf", caption: "For Monday")),
            ("/file", .invalid("/file needs a path: /file ~/plan.pdf Your plan.")),
            ("/invite", .people(.invite(email: nil))), ("/invite a@b.se", .people(.invite(email: "a@b.se"))),
            ("/add a@b.se", .people(.add(email: "a@b.se"))),
            ("/add sara mike", .people(.addToGroup(["sara", "mike"]))),
            ("/new \"Run Club\" sara mike", .people(.newGroup(name: "Run Club", who: ["sara", "mike"]))),
            ("/new Club", .invalid("/new needs a name and people: /new \"Run Club\" sara mike.")),
            ("/block Your Bank", .people(.block("Your Bank", true))), ("/accept alex", .people(.accept("alex"))),
            ("/remove mike", .people(.removeFromGroup("mike"))), ("/rename Sunday Run", .people(.rename("Sunday Run"))),
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
