import Foundation
import TestSupport
import Testing

@testable import Terminal

@Suite struct PathCompletionTests {
    @Test func aPathWithSpacesIsCompletedToItsEnd() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let inner = folder.path + "/training plans"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: inner + "/week one.pdf"))
        var world = AppWorld()
        world.open([])
        for typed in ["\(folder.path)/tr", ""] {
            world.type(typed.isEmpty ? "we" : "/file \(typed)")
            let prefix = try #require(CompletionMenu.pathPrefix(in: world.model.composer))
            _ = world.model.handle(.pathCompletions(for: prefix, PathCompletion.paths(beginning: prefix)))
            world.press("tab")
        }
        #expect(world.model.composer.text == "/file \"\(inner)/week one.pdf\"")
        #expect(
            SlashCommand(world.model.composer.text + " Here") == .file(path: inner + "/week one.pdf", caption: "Here")
        )
    }

    @Test(
        arguments: [
            ("/file ~/pl", "~/pl"), ("/file \"a b", "\"a b"), ("/file a b", nil), ("/save pl", "pl"),
            ("/save #12 pl", "pl"), ("/save #12", nil), ("/save #12 ", nil), ("/open pl", nil),
        ] as [(String, String?)]
    ) func aPathIsNamed(typed: String, path: String?) {
        var composer = Composer()
        composer.editor.set(typed)
        #expect(CompletionMenu.pathPrefix(in: composer) == path)
    }
}
