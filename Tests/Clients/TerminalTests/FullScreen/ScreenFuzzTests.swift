import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

/// Any text, any size, any keys: nothing traps, nothing of a text acts on the terminal, the cursor stays on the screen.
@Suite struct ScreenFuzzTests {
    private static let hostile = [
        "\u{1B}[2J\u{1B}]0;title\u{07}", "\u{1B}]52;c;aGk=\u{07}", "\u{9B}31m", "\u{1B}P0q\u{1B}\\", "\u{202E}gpj.exe",
        "\u{2066}\u{2067}\u{2069}", "a\u{0}b\u{7F}", "\u{200B}\u{200D}\u{FEFF}", "\r\nfake line", "\u{E0041}\u{E0042}",
        "e" + String(repeating: "\u{301}", count: 400), "مرحبا بالعالم", "नमस्ते दुनिया", "👨‍👩‍👧‍👦🏳️‍🌈🇩🇪", "漢字かな交じり文",
        "a" + String(repeating: "\u{903}", count: 300), String(repeating: "\u{600}", count: 300), "\u{1B}[201~; rm -rf",
        "https://example.com/\u{1B}]8;;evil", "\u{85}\u{2028}\u{2029}",
    ]

    private func text(_ random: inout SeededRandom) -> String {
        let piece = Self.hostile[random.next(below: Self.hostile.count)]
        return random.next(below: 2) == 0 ? piece + random.text() : random.text() + piece
    }

    @Test(arguments: 0..<60) func anythingFitsAnyScreen(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var world = AppWorld(rows: 1 + random.next(below: 40), columns: 1 + random.next(below: 140))
        var chat = world.chat(world.saraChat, text(&random), unread: random.next(below: 20))
        chat.isPinned = random.next(below: 2) == 0
        _ = world.model.handle(.shared(.chatsUpdated([chat, world.chat(world.group, text(&random), .group)])))
        _ = world.model.openChat(world.saraChat)
        let messages = (1...Int64(1 + random.next(below: 30))).map { seq in
            world.message(seq, text(&random), from: random.next(below: 2) == 0 ? world.me.id : nil)
        }
        world.load(
            messages,
            pending: [
                OutboxEntry(
                    id: "p",
                    chatId: world.saraChat,
                    text: text(&random),
                    writtenAt: world.clock.now(),
                    state: .failed(reason: text(&random), retryable: true)
                )
            ]
        )
        _ = world.model.handle(.shared(.told([text(&random), text(&random)])))
        var writer = FrameWriter(theme: Theme(background: .dark, hasColors: true))
        var decoder = TerminalEventDecoder()
        for _ in 0..<40 {
            switch random.next(below: 4) {
            case 0: _ = world.model.handle(.terminal([.paste(text(&random))]))
            case 1:
                let size = ScreenSize(rows: 1 + random.next(below: 40), columns: 1 + random.next(below: 140))
                _ = world.model.handle(.resized(size))
            case 2: _ = world.model.handle(.terminal(decoder.feed(random.bytes(8))))
            default:
                let binding = world.model.keyMap.bindings[random.next(below: world.model.keyMap.bindings.count)]
                _ = world.model.handle(.terminal(binding.keys.map { .key($0) }))
            }
            let grid = world.screen
            if let cursor = grid.cursor {
                #expect((0..<grid.size.rows).contains(cursor.row) && (0..<grid.size.columns).contains(cursor.column))
            }
            var terminal = TerminalEmulator(grid.size)
            writer.invalidate()
            terminal.feed(writer.frame(grid))
            #expect(terminal.unknown.isEmpty)
        }
    }
}
