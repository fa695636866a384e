import Domain
import Pictures
import TestSupport
import Testing

@testable import Terminal

@Suite struct PictureShelfTests {
    static let display = PictureDisplay(encoding: .blocks, cell: .usual, ground: .black)

    static func media(_ number: UInt64, width: Int? = 400, height: Int? = 300, thumbnail: Bool = true) -> Media {
        Media(
            id: AppWorld.id(number),
            kind: .image,
            mimeType: "image/jpeg",
            fileName: "heel.jpg",
            size: 1_200_000,
            width: width,
            height: height,
            thumbnail: thumbnail
        )
    }

    /// Red above, blue below.
    static func picture(_ key: PictureShelf.Key, number: UInt32 = 1) -> PreparedPicture? {
        let points = [Pixel(255, 0, 0), Pixel(0, 0, 255)]
        return Pixels(width: 1, height: 2, points: points).map {
            PreparedPicture(
                $0,
                number: number,
                columns: key.columns,
                rows: key.rows,
                encoding: key.display.encoding,
                ground: .black,
                cell: CellSize(width: 2, height: 6)
            )
        }
    }

    private func shelf() -> PictureShelf {
        var shelf = PictureShelf()
        shelf.display = Self.display
        return shelf
    }

    @Test func aPictureTakesPartOfTheScreenInItsProportions() {
        let key = shelf().key(for: Self.media(1), columns: 60, screenRows: 32)
        #expect(key?.columns == 32 && key?.rows == 12)
        #expect(shelf().key(for: Self.media(1), columns: 60, screenRows: 20)?.rows == 8)
        #expect(shelf().key(for: Self.media(1), columns: 60, screenRows: 9) == nil)
    }

    @Test func otherFilesAreNoPictures() {
        #expect(shelf().key(for: Self.media(1, thumbnail: false), columns: 60, screenRows: 32) == nil)
        #expect(shelf().key(for: Self.media(1, width: nil), columns: 60, screenRows: 32) == nil)
        #expect(PictureShelf().key(for: Self.media(1), columns: 60, screenRows: 32) == nil)
    }

    @Test func eachIsAskedForOnceAndAgainAfterAFailure() throws {
        var shelf = shelf()
        let key = try #require(shelf.key(for: Self.media(1), columns: 60, screenRows: 32))
        #expect(shelf.show([key, key]) == [key])
        #expect(shelf.show([key]).isEmpty && shelf.picture(key) == nil)
        shelf.loaded(key, nil)
        #expect(shelf.key(for: Self.media(1), columns: 60, screenRows: 32) == nil)
        shelf.forgetFailures()
        #expect(shelf.key(for: Self.media(1), columns: 60, screenRows: 32) == key)
        #expect(shelf.show([key]) == [key])
        shelf.loaded(key, Self.picture(key))
        #expect(shelf.picture(key) != nil && shelf.show([key]).isEmpty)
    }

    @Test func whatWasShownLongAgoIsForgotten() throws {
        var shelf = shelf()
        let keys = try (0..<60).map { number in
            try #require(shelf.key(for: Self.media(UInt64(number + 1)), columns: 60, screenRows: 32))
        }
        for key in keys {
            _ = shelf.show([keys[0], key])
            shelf.loaded(key, Self.picture(key))
        }
        #expect(keys.count { shelf.picture($0) != nil } == PictureShelf.capacity)
        #expect(shelf.picture(keys[0]) != nil && shelf.picture(keys[1]) == nil && shelf.picture(keys[59]) != nil)
        // More than there is room for on one screen.
        var small = self.shelf()
        #expect(small.show(keys).count == PictureShelf.capacity)
        #expect(small.show(keys).isEmpty)
    }
}
