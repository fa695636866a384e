import Foundation

/// What a terminal is told besides what to draw.
enum TerminalCommand {
    /// Pastes come between marks, so that they aren't taken for typing.
    static let bracketedPaste = "\u{1B}[?2004h"
    static let plainPaste = "\u{1B}[?2004l"

    /// The alternate screen and focus reports; the mouse if it's wanted.
    static func enter(mouse: Bool) -> String {
        "\u{1B}[?1049h\u{1B}[?1004h" + (mouse ? Self.mouse(true) : "")
    }

    /// Reports of clicks and the wheel.
    static func mouse(_ isOn: Bool) -> String {
        isOn ? "\u{1B}[?1000h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1000l"
    }

    /// Undoes everything that `enter` and drawing may have set.
    static let leave =
        "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?1004l\u{1B}[?2004l\u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    static let bell = "\u{07}"

    /// Asks for the colour behind the text (xterm's OSC 11).
    static let askForBackground = "\u{1B}]11;?\u{1B}\\"

    /// Asks what the terminal can do (ECMA-48's DA).
    static let askForAttributes = "\u{1B}[c"

    /// Puts text on the system's clipboard (OSC 52).
    static func copy(_ text: String) -> String { "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}" }

    /// A desktop notification, in the two forms that terminals know. Others ignore them.
    static func notify(title: String, body: String) -> String {
        let (title, body) = (field(title), field(body))
        return "\u{1B}]777;notify;\(title);\(body)\u{1B}\\\u{1B}]9;\(title): \(body)\u{1B}\\"
    }

    /// A semicolon would end the field.
    private static func field(_ text: String) -> String {
        TerminalText.line(text).replacing(";", with: ",").replacing("\u{1B}", with: "")
    }
}
