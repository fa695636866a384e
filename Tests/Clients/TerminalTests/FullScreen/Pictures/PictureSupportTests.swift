import Domain
import Pictures
import TestSupport
import Testing

@testable import Terminal

/// What a terminal's variables and answers say about pictures.
@Suite struct PictureSupportTests {
    private static let cell = CellSize(width: 9, height: 18)

    @Test(
        arguments: [
            (["TERM": "xterm-kitty"], .kitty), (["KITTY_WINDOW_ID": "1", "TERM": "xterm-256color"], .kitty),
            (["TERM_PROGRAM": "WezTerm"], .kitty), (["TERM_PROGRAM": "ghostty"], .kitty),
            (["KONSOLE_VERSION": "220401"], .kitty),
            (["KONSOLE_VERSION": "210800", "COLORTERM": "truecolor"], .blocks),
            (["COLORTERM": "24bit"], .blocks), (["TERM": "xterm-direct"], .blocks), (["TERM": "xterm-256color"], nil),
            ([:], nil), (["TERM": "xterm-kitty", "TMUX": "/tmp/t"], .blocks), (["TMUX": "/tmp/t"], .blocks),
            (["TERM": "screen-256color", "KITTY_WINDOW_ID": "1"], .blocks),
            (["TERM": "xterm-kitty", "NO_COLOR": "1"], nil), (["TERM": "xterm-kitty", "NO_COLOR": ""], .kitty),
        ] as [([String: String], PictureEncoding?)]
    ) func theVariablesTellTheProtocol(environment: [String: String], encoding: PictureEncoding?) {
        #expect(PictureSupport(environment: environment).encoding(.auto, Self.cell) == encoding)
    }

    @Test func sixelsNeedTheAnswerAndTheSizeOfACell() {
        var support = PictureSupport(environment: ["COLORTERM": "truecolor"])
        #expect(support.asks(.auto, Self.cell) && !support.asks(.auto, nil) && !support.asks(.blocks, Self.cell))
        #expect(support.encoding(.auto, Self.cell) == .blocks)
        support.hasSixels = true
        #expect(support.encoding(.auto, Self.cell) == .sixel)
        #expect(support.encoding(.auto, nil) == .blocks && support.encoding(.sixel, nil) == .blocks)
        #expect(!PictureSupport(environment: ["TERM": "xterm-kitty"]).asks(.auto, Self.cell))
        #expect(!PictureSupport(environment: ["TMUX": "/tmp/t"]).asks(.auto, Self.cell))
    }

    @Test func aChoiceHoldsAndASCIIHasNone() {
        let support = PictureSupport(environment: ["TERM": "xterm", "NO_COLOR": "1"])
        #expect(support.encoding(.kitty, nil) == .kitty && support.encoding(.blocks, nil) == .blocks)
        #expect(support.encoding(.off, nil) == nil)
        let plain = PictureSupport(environment: ["TERM": "xterm-kitty"], isUnicode: false)
        #expect(PictureChoice.allCases.allSatisfy { plain.encoding($0, Self.cell) == nil })
    }

    @Test func theAnswerIsAnEvent() {
        var decoder = TerminalEventDecoder()
        #expect(decoder.feed(Array("\u{1B}[?62;4;22c".utf8)) == [.attributes([62, 4, 22])])
        #expect(decoder.feed(Array("\u{1B}[?c\u{1B}[c".utf8)).first == .attributes([]))
    }

    @Test func theControllerAsksAndUsesTheAnswer() {
        let written = RecordedOutput()
        var controller = FullScreenController(
            model: AppWorld().model,
            theme: Theme(background: .dark, hasColors: true),
            support: PictureSupport(environment: [:]),
            cell: { Self.cell },
            start: { _ in },
            write: { written.add($0) }
        )
        controller.askTerminal()
        #expect(written.all == ["\u{1B}]11;?\u{1B}\\", "\u{1B}[c"])
        #expect(controller.model.pictures.display == nil)
        _ = controller.handle([.terminal([.attributes([62, 4])])])
        #expect(controller.model.pictures.display?.encoding == .sixel)
        #expect(controller.model.pictures.display?.ground == .black)
        _ = controller.handle([.terminal([.backgroundColor(red: 1, green: 1, blue: 1)])])
        #expect(controller.model.pictures.display?.ground == .white)
    }

    @Test func theOptionOutweighsTheSettings() {
        var model = AppWorld().model
        model.settings.pictures = .kitty
        let controller = FullScreenController(
            model: model,
            theme: .plain,
            support: PictureSupport(environment: [:]),
            pictures: .off,
            start: { _ in },
            write: { _ in }
        )
        #expect(controller.model.pictures.display == nil)
    }
}
