import Foundation
import TestSupport
import Testing

@testable import Terminal

/// What the screen shows, row by row, in every size that the design names: `fixtures/terminal`. A reader sees there what a
/// change of a view does. `SPOTTER_DRAW_LAYOUTS=1` draws the files anew.
@Suite struct LayoutTests {
    private static func scene(_ name: String) throws -> LayoutScene {
        switch name {
        case "desk-120x32":
            var scene = LayoutScene(rows: 32, columns: 120)
            scene.openProfile()
            scene.typeAnswer()
            return scene
        case "week-120x32":
            var scene = LayoutScene(rows: 32, columns: 120)
            scene.openWeek()
            return scene
        case "picture-100x30":
            var scene = LayoutScene(rows: 30, columns: 100)
            try scene.showPicture()
            return scene
        case "offline-80x24":
            var scene = LayoutScene(rows: 24, columns: 80)
            scene.goOffline()
            return scene
        case "card-80x24":
            var scene = LayoutScene(rows: 24, columns: 80)
            scene.propose()
            scene.world.press("up")
            return scene
        case "completion-80x24":
            var scene = LayoutScene(rows: 24, columns: 80)
            scene.world.type("ask @sa")
            return scene
        case "narrow-40x10":
            var scene = LayoutScene(rows: 10, columns: 40)
            scene.world.type("And water")
            return scene
        case "list-40x10":
            var scene = LayoutScene(rows: 10, columns: 40)
            scene.world.press("tab")
            return scene
        case "smallest-20x5": return LayoutScene(rows: 5, columns: 20)
        case "too-small-19x4": return LayoutScene(rows: 4, columns: 19)
        case "keys-100x30":
            var scene = LayoutScene(rows: 30, columns: 100)
            scene.world.press("f1")
            return scene
        case "search-120x32":
            var scene = LayoutScene(rows: 32, columns: 120)
            scene.search()
            return scene
        case "settings-80x24":
            var scene = LayoutScene(rows: 24, columns: 80)
            scene.world.type("/settings")
            scene.world.press("enter", "down")
            return scene
        case "switcher-80x24":
            var scene = LayoutScene(rows: 24, columns: 80)
            scene.world.press("ctrl-k")
            scene.world.type("zo")
            return scene
        default:
            var scene = LayoutScene(rows: 100, columns: 300)
            scene.openProfile()
            scene.propose()
            return scene
        }
    }

    @Test(arguments: [
        "desk-120x32", "offline-80x24", "card-80x24", "completion-80x24", "narrow-40x10", "list-40x10", "smallest-20x5",
        "too-small-19x4", "keys-100x30", "week-120x32", "picture-100x30", "search-120x32", "settings-80x24",
        "switcher-80x24", "wall-300x100",
    ]) func everyRowIsAsDrawn(name: String) throws {
        let scene = try Self.scene(name)
        let shown = scene.world.text + "\n"
        let file = Repository.fixture("terminal/\(name).txt")
        if ProcessInfo.processInfo.environment["SPOTTER_DRAW_LAYOUTS"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(shown.utf8).write(to: file)
        }
        let drawn = try String(contentsOf: file, encoding: .utf8)
        let rows = zip(
            shown.split(separator: "\n", omittingEmptySubsequences: false),
            drawn.split(separator: "\n", omittingEmptySubsequences: false)
        )
        for (number, (row, expected)) in rows.enumerated() { #expect(row == expected, "row \(number) of \(name)") }
        #expect(shown == drawn)
        for row in 0..<scene.world.screen.size.rows {
            #expect(scene.world.screen.row(row).count == scene.world.screen.size.columns)
        }
    }
}
