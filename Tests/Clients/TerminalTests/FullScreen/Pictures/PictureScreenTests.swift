import Domain
import Pictures
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

/// Pictures in the conversation.
@Suite struct PictureScreenTests {
    private func world(_ encoding: PictureEncoding, rows: Int = 32) -> AppWorld {
        var world = AppWorld(rows: rows, columns: 100)
        world.model.pictures.display = PictureDisplay(encoding: encoding, cell: .usual, ground: .black)
        var message = world.message(1, "look")
        message.media = [PictureShelfTests.media(900)]
        world.open([message, world.message(2, "the last")])
        return world
    }

    private func load(_ world: inout AppWorld) throws -> PictureShelf.Key {
        let effects = world.model.showPictures()
        guard case .loadPicture(let key, _, _) = effects.first else {
            throw ClientError.unexpectedAnswer("nothing is asked")
        }
        #expect(effects.count == 1 && world.model.showPictures().isEmpty)
        _ = world.model.handle(.picture(key, PictureShelfTests.picture(key)))
        return key
    }

    private func blocks(_ grid: Grid) -> Int {
        (0..<grid.size.rows).reduce(0) { $0 + grid.row($1).count { $0.block != nil } }
    }

    @Test func thereIsRoomBeforeItIsThere() throws {
        var world = world(.blocks)
        let before = world.screen
        let key = try load(&world)
        let after = world.screen
        #expect(blocks(before) == 0 && blocks(after) == key.columns * key.rows)
        #expect(after.pictures.isEmpty)
        let line = try #require((0..<32).first { after.text(ofRow: $0).contains("heel.jpg") })
        #expect(before.text(ofRow: line) == after.text(ofRow: line))
        #expect(after[line - key.rows, 31].block == HalfBlock(upper: Pixel(255, 0, 0), lower: Pixel(255, 0, 0)))
        #expect(after[line - 1, 31].block == HalfBlock(upper: Pixel(0, 0, 255), lower: Pixel(0, 0, 255)))
    }

    @Test func aPictureThatCannotBeShownIsItsFile() throws {
        var world = world(.blocks)
        let rows = world.screen
        guard case .loadPicture(let key, _, _) = world.model.showPictures().first else { throw CancellationError() }
        _ = world.model.handle(.picture(key, nil))
        #expect(world.text.contains("▣ heel.jpg"))
        #expect(world.text != (0..<32).map { rows.text(ofRow: $0) }.joined(separator: "\n"))
        #expect(world.model.showPictures().isEmpty)
        // With the next connection it is tried again.
        _ = world.model.handle(.shared(.connection(.online)))
        #expect(world.model.showPictures() == [.loadPicture(key, of: AppWorld.id(101), in: world.saraChat)])
    }

    @Test func theTerminalDrawsOnlyWholeOnes() throws {
        var world = world(.kitty)
        let key = try load(&world)
        let placement = try #require(world.screen.pictures.first)
        #expect(placement.area.width == key.columns && placement.area.height == key.rows)
        // Scrolled out in part, at the top and at the bottom.
        _ = world.model.handle(.resized(ScreenSize(rows: 16, columns: 100)))
        let low = try load(&world)
        let small = world.screen.pictures
        #expect(small.count == 1 && low != key)
        // A popup over it: the half blocks remain around it.
        world.press("ctrl-k")
        #expect(world.screen.pictures.isEmpty && blocks(world.screen) > 0)
        world.press("esc")
        #expect(world.screen.pictures == small)
        world.load(
            (1...20).map { number in
                var message = world.message(Int64(number), "line \(number)")
                if number == 12 { message.media = [PictureShelfTests.media(900)] }
                return message
            }
        )
        var whole = 0
        var partial = 0
        world.press("up")
        for _ in 0..<20 {
            world.press("up")
            let shown = blocks(world.screen)
            let isWhole = shown == low.columns * low.rows
            #expect(world.screen.pictures.count == (isWhole ? 1 : 0))
            if isWhole { whole += 1 } else if shown > 0 { partial += 1 }
        }
        #expect(whole > 0 && partial > 0)
    }

    @Test func deletedAndOtherMessagesHaveNone() {
        var world = AppWorld(rows: 32, columns: 100)
        var gone = world.message(1, "")
        gone.media = [PictureShelfTests.media(900)]
        gone.deletedAt = world.clock.now()
        world.open([gone])
        #expect(world.model.showPictures().isEmpty)
        world.model.pictures.display = PictureShelfTests.display
        #expect(world.model.showPictures().isEmpty)
    }
}
