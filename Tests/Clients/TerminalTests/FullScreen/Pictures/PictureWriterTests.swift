import Pictures
import TestSupport
import Testing

@testable import Terminal

/// What the terminal is sent so that it shows the pictures of a screen.
@Suite struct PictureWriterTests {
    private static let size = ScreenSize(rows: 8, columns: 20)

    private func picture(_ encoding: PictureEncoding, number: UInt32 = 5) throws -> PreparedPicture {
        let display = PictureDisplay(encoding: encoding, cell: .usual, ground: .black)
        let key = PictureShelf.Key(media: AppWorld.id(1), columns: 3, rows: 2, display: display)
        return try #require(PictureShelfTests.picture(key, number: number))
    }

    private func grid(_ picture: PreparedPicture?, row: Int = 2, text: String = "") -> Grid {
        var grid = Grid(Self.size)
        if let picture {
            for offset in 0..<picture.rows {
                let slice = PictureSlice(picture: picture, row: offset)
                grid.put(StyledText([Span(slice)]), row: row + offset, column: 4)
            }
        }
        grid.put(StyledText(text), row: row, column: 10)
        grid.dropPartialPictures()
        return grid
    }

    private func sent(_ writer: inout FrameWriter, _ grid: Grid) -> [String] {
        var terminal = TerminalEmulator(Self.size)
        terminal.feed(writer.frame(grid))
        #expect(terminal.unknown.isEmpty)
        return terminal.pictures
    }

    @Test func kittyGetsAPictureOnceAndItsPlaces() throws {
        var writer = FrameWriter(theme: Theme(background: .dark, hasColors: true))
        let picture = try picture(.kitty)
        let first = sent(&writer, grid(picture))
        #expect(first.count == 2 && first[0].hasPrefix("_Ga=t,f=24,s=1,v=2,i=5,"))
        #expect(first[1] == "_Ga=p,i=5,p=1,c=3,r=2,C=1,q=2")
        #expect(writer.frame(grid(picture)).isEmpty)
        // Scrolled: the same picture at another place.
        #expect(sent(&writer, grid(picture, row: 3)) == ["_Ga=d,d=i,i=5,q=2", "_Ga=p,i=5,p=1,c=3,r=2,C=1,q=2"])
        #expect(sent(&writer, grid(nil)) == ["_Ga=d,d=I,i=5,q=2"])
        #expect(sent(&writer, grid(picture)).count == 2)
        writer.invalidate()
        let again = sent(&writer, grid(picture))
        #expect(again.count == 3 && again[0] == "_Ga=d,d=I,i=5,q=2")
        #expect(writer.end() == "\u{1B}_Ga=d,d=I,i=5,q=2\u{1B}\\" && writer.end().isEmpty)
    }

    @Test func twoPlacesOfOnePictureAreTwo() throws {
        var writer = FrameWriter(theme: .plain)
        let picture = try picture(.kitty)
        var both = grid(picture, row: 0)
        for row in 0..<2 {
            both.put(StyledText([Span(PictureSlice(picture: picture, row: row))]), row: 4 + row, column: 0)
        }
        let places = sent(&writer, both).dropFirst()
        #expect(places == ["_Ga=p,i=5,p=1,c=3,r=2,C=1,q=2", "_Ga=p,i=5,p=2,c=3,r=2,C=1,q=2"])
        #expect(sent(&writer, grid(picture, row: 0)) == ["_Ga=d,d=i,i=5,q=2", "_Ga=p,i=5,p=1,c=3,r=2,C=1,q=2"])
    }

    /// An emoji beside it has its row drawn as a whole, and writing into a cell may take the picture away.
    @Test(arguments: [PictureEncoding.kitty, .sixel]) func whatIsWrittenOverIsDrawnAgain(encoding: PictureEncoding)
        throws
    {
        var writer = FrameWriter(theme: .plain)
        let picture = try picture(encoding)
        _ = sent(&writer, grid(picture))
        #expect(sent(&writer, grid(picture, text: "plain")).isEmpty)
        #expect(sent(&writer, grid(picture, text: "👩🏽‍🚀")).count == 1)
    }

    /// The cells below a sixel picture are as they were, but not what the terminal shows.
    @Test func sixelsAreRemovedByDrawingWhatIsBelow() throws {
        var writer = FrameWriter(theme: Theme(background: .dark, hasColors: true))
        let picture = try picture(.sixel)
        #expect(sent(&writer, grid(picture)).first?.hasPrefix("P0;1;0q") == true)
        #expect(writer.frame(grid(picture)).isEmpty)
        var covered = grid(picture)
        covered.put("x", row: 3, column: 4)
        covered.dropPartialPictures()
        var terminal = TerminalEmulator(Self.size)
        let frame = writer.frame(covered)
        terminal.feed(frame)
        #expect(terminal.pictures.isEmpty)
        #expect(terminal.text(ofRow: 2).contains("▀▀▀") && terminal.text(ofRow: 3).contains("x▀▀"))
        #expect(frame.contains("38;2;255;0;0;48;2;255;0;0"))
    }
}
