import Domain
import Foundation
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

@Suite struct FileSaverTests {
    @Test(
        arguments: [
            ("plan.pdf", "plan.pdf"), ("../../etc/passwd", "_./.._etc_passwd".replacing("/", with: "_")),
            ("/abs/x", "_abs_x"), (".bashrc", "_bashrc"), ("a\u{0}b\n\u{1B}[2J.txt", "a_b__[2J.txt"), ("", "file"),
            ("\u{202E}fdp.exe", "_fdp.exe"), ("träning 💪.txt", "träning 💪.txt"), ("..", "_."),
        ]
    ) func noNameLeadsElsewhere(name: String, expected: String) {
        #expect(FileSaver.safeName(name) == expected)
    }

    @Test func longNamesKeepTheirEnding() {
        let name = FileSaver.safeName(String(repeating: "ä", count: 300) + ".jpeg")
        #expect(name.utf8.count <= 200)
        #expect(name.hasSuffix("ä.jpeg"))
    }
}
