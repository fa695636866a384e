import Foundation
import TestSupport
import Testing

@testable import Terminal

/// The settings' screen, and the file that it writes.
@Suite struct SettingsTests {
    private func settings(_ change: (inout AppSettings) -> Void) -> AppSettings {
        var settings = AppSettings()
        change(&settings)
        return settings
    }

    @Test func eachSettingIsChangedAndKept() {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        world.type("/settings")
        world.press("enter")
        #expect(world.text.contains("Theme          auto"))
        #expect(world.press("enter") == [.saveSettings(settings { $0.theme = .dark })])
        #expect(world.press("left") == [.saveSettings(settings { $0.theme = .auto })])
        #expect(world.press("down", "space") == [.saveSettings(settings { $0.hasMouse = true })])
        world.press("down", "enter", "down", "enter")
        #expect(!world.model.settings.rings && !world.model.settings.notifies)
        world.press("down", "enter")
        #expect(world.model.settings.pictures == .kitty)
        world.press("left", "left")
        #expect(world.model.settings.pictures == .off && world.text.contains("in the conversation: none"))
        world.press("down", "enter")
        world.type("23:0")
        #expect(world.press("enter").isEmpty && world.text.contains("It is written as 22:00-07:00"))
        world.type("0-6:00")
        #expect(world.press("enter").isEmpty)
        world.press("ctrl-u")
        world.type("23:00-06:00")
        #expect(world.press("enter").count == 1)
        #expect(world.model.settings.isQuiet(atMinute: 30) && world.text.contains("23:00-06:00"))
        // Nothing is typed: none.
        world.press("enter", "ctrl-u", "enter")
        #expect(world.model.settings.quiet == nil)
        world.press("esc")
        #expect(world.model.overlay == nil)
    }

    @Test func theRestOfTheFileStays() throws {
        let file = """
            # mine
            theme = "light"   # the office is bright # really
              mouse=true

            [keys]
            # not a setting
            bell = "ctrl-b"
            switch = ["ctrl-k", "ctrl-p"]

            """
        let old = ChatSettingsFile(file)
        var new = old.app
        new.theme = .dark
        new.hasMouse = false
        new.pictures = .blocks
        new.quiet = (from: 22 * 60, to: 7 * 60 + 5)
        let expected = """
            # mine
            theme = "dark"   # the office is bright # really
            mouse = false
            pictures = "blocks"
            quiet-hours = "22:00-07:05"

            [keys]
            # not a setting
            bell = "ctrl-b"
            switch = ["ctrl-k", "ctrl-p"]

            """
        #expect(try ChatSettingsFile.text(file, with: new) == expected)
        new.quiet = nil
        #expect(try !ChatSettingsFile.text(expected, with: new).contains("quiet"))
        #expect(try ChatSettingsFile.text("", with: new) == "theme = \"dark\"\npictures = \"blocks\"\n")
        #expect(try ChatSettingsFile.text("bell = false\r\n", with: AppSettings()) == "bell = true\r\n")
        #expect(try ChatSettingsFile.text("bell = false", with: AppSettings()) == "bell = true\n")
    }

    @Test(arguments: [
        "theme = \"\"\"\nlight\"\"\"\n", "\"mouse\" = true\n", "bell = false\nbell = false\n",
    ])
    func whatIsNotUnderstoodIsNotChanged(file: String) {
        var settings = ChatSettingsFile(file).app
        (settings.theme, settings.hasMouse, settings.rings) = (.dark, !settings.hasMouse, !settings.rings)
        #expect(throws: ChatSettingsFile.NotSaved.self) { try ChatSettingsFile.text(file, with: settings) }
    }

    @Test func aLinkedFileStaysLinked() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let environment = ["XDG_CONFIG_HOME": folder.path + "/config"]
        try ChatSettingsFile.save(settings { $0.theme = .light }, environment: environment)
        #expect(ChatSettingsFile.load(environment: environment).app.theme == .light)
        let path = folder.path + "/config/spotter/chat.toml"
        try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/mine.toml")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path + "/mine.toml")
        try ChatSettingsFile.save(settings { $0.rings = false }, environment: environment)
        #expect(
            try String(contentsOfFile: folder.path + "/mine.toml", encoding: .utf8)
                == "theme = \"auto\"\nbell = false\n"
        )
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == folder.path + "/mine.toml")
    }
}
