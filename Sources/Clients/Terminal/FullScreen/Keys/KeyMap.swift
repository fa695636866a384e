/// Which key does what where. The list of keys, the hints and the settings file are all made from it.
struct KeyMap: Sendable, Equatable {
    struct Binding: Sendable, Hashable {
        let context: KeyContext
        let action: KeyAction
        var keys: [KeyPress]
    }

    private(set) var bindings: [Binding]

    static let standard = KeyMap(bindings: defaults)

    /// The action of a key, first in its context, then everywhere.
    func action(for key: KeyPress, in context: KeyContext) -> KeyAction? {
        bindings.first { $0.context == context && $0.keys.contains(key) }?.action
            ?? bindings.first { $0.context == .everywhere && $0.keys.contains(key) }?.action
    }

    /// The first key of an action, for hints.
    func key(for action: KeyAction) -> KeyPress? {
        bindings.lazy.filter { $0.action == action }.compactMap(\.keys.first).first
    }

    /// Gives an action other keys, wherever it holds. Another action of those contexts loses them; so do those of all
    /// contexts if it holds everywhere.
    mutating func bind(_ action: KeyAction, to keys: [KeyPress]) {
        let contexts = Set(bindings.filter { $0.action == action }.map(\.context))
        // Tab is both the next column and what completes.
        let shared = Set(Self.standard.bindings.filter { $0.action == action }.flatMap(\.keys))
        let new = contexts.contains(.everywhere) ? keys.filter { !shared.contains($0) } : []
        for index in bindings.indices {
            if bindings[index].action == action {
                bindings[index].keys = keys
            } else {
                let lost = contexts.contains(bindings[index].context) ? keys : new
                bindings[index].keys.removeAll(where: lost.contains)
            }
        }
    }

    private static func keys(_ names: String) -> [KeyPress] {
        names.split(separator: " ").compactMap { KeyPress(String($0)) }
    }

    private static func table(_ context: KeyContext, _ rows: [(KeyAction, String)]) -> [Binding] {
        rows.map { Binding(context: context, action: $0.0, keys: keys($0.1)) }
    }

    private static let defaults: [Binding] =
        table(
            .everywhere,
            [
                (.nextColumn, "tab"), (.previousColumn, "shift-tab"), (.switchChat, "ctrl-k"),
                (.nextUnread, "alt-down"), (.previousUnread, "alt-up"), (.search, "ctrl-f"), (.pane, "ctrl-g"),
                (.agenda, "alt-a"), (.reconnect, "ctrl-r"), (.close, "esc"), (.help, "f1"), (.pageUp, "pageup"),
                (.pageDown, "pagedown"), (.redraw, "ctrl-l"), (.suspend, "ctrl-z"), (.quit, "ctrl-q"),
            ]
        )
        + table(
            .composer,
            [
                (.send, "enter"), (.newLine, "alt-enter shift-enter ctrl-j"), (.complete, "tab"),
                (.externalEditor, "ctrl-x"), (.ask, "alt-s"), (.selectMessages, "up"), (.historyBack, "ctrl-p"),
                (.historyForward, "ctrl-n"), (.clearOrQuit, "ctrl-c"), (.help, "?"), (.lineStart, "ctrl-a home"),
                (.lineEnd, "ctrl-e end"), (.characterBack, "left ctrl-b"), (.characterForward, "right"),
                (.wordBack, "alt-b ctrl-left alt-left"), (.wordForward, "alt-f ctrl-right alt-right"),
                (.rowDown, "down"), (.deleteBack, "backspace"), (.deleteForward, "delete"), (.deleteOrQuit, "ctrl-d"),
                (.deleteWordBack, "ctrl-w alt-backspace"), (.deleteWordForward, "alt-d"), (.clear, "ctrl-u"),
                (.deleteToEnd, "alt-k"), (.yank, "ctrl-y"), (.transpose, "ctrl-t"),
            ]
        )
        + table(.list, [(.up, "up k"), (.down, "down j"), (.open, "enter right l"), (.help, "?"), (.quit, "ctrl-c")])
        + table(
            .message,
            [
                (.up, "up k"), (.down, "down j"), (.open, "o enter"), (.reply, "r"), (.react, "+"), (.edit, "e"),
                (.delete, "d"), (.save, "s"), (.askAbout, "a"), (.pin, "p"), (.copy, "c"), (.info, "i"),
                (.thread, "t"), (.firstUnread, "u"), (.newest, "G end"), (.nextHit, "n"), (.previousHit, "N"),
                (.help, "?"), (.close, "esc ctrl-c q"),
            ]
        )
        + table(
            .unsent,
            [
                (.up, "up k"), (.down, "down j"), (.retry, "r"), (.drop, "x"), (.copy, "c"), (.newest, "G end"),
                (.help, "?"), (.close, "esc ctrl-c q"),
            ]
        )
        + table(
            .card,
            [
                (.up, "up k"), (.down, "down j"), (.confirm, "y"), (.change, "e"), (.cancel, "n"), (.newest, "G end"),
                (.help, "?"), (.close, "esc ctrl-c q"),
            ]
        )
        + table(
            .pane,
            [
                (.up, "up k"), (.down, "down j"), (.open, "enter"), (.copy, "c"),
                (.previousVersion, "left h"), (.nextVersion, "right l"), (.regenerate, "g"), (.newConversation, "n"),
                (.help, "?"), (.close, "esc ctrl-c q"),
            ]
        )
        + table(
            .reason,
            [
                (.up, "up k"), (.down, "down j"), (.open, "enter"), (.copy, "c"), (.draftMessage, "m"),
                (.draftReminder, "r"), (.dismiss, "x"), (.help, "?"), (.close, "esc ctrl-c q"),
            ]
        )
        + table(
            .menu,
            [
                (.nextChoice, "down tab ctrl-n j"), (.previousChoice, "up shift-tab ctrl-p k"), (.choose, "enter"),
                (.nextValue, "right space"), (.previousValue, "left"), (.close, "esc ctrl-c q"),
            ]
        )
        + table(.question, [(.confirm, "y Y")])
}
