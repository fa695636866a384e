import TestSupport
import Testing

@testable import Pictures

@Suite struct PixelsTests {
    private let red = Pixel(255, 0, 0)
    private let blue = Pixel(0, 0, 255)

    @Test func theSizeIsThatOfThePoints() {
        #expect(Pixels(width: 2, height: 1, points: [red]) == nil)
        #expect(Pixels(width: 0, height: 0, points: []) == nil)
        #expect(Pixels(width: .max, height: 2, points: [red]) == nil)
        #expect(Pixels(width: 1, height: 1, points: [red]) != nil)
    }

    @Test func aSmallerPictureHasTheMeanOfWhatItCovers() throws {
        let picture = try #require(Pixels(width: 2, height: 2, points: [.black, .white, .white, .black]))
        #expect(picture.scaled(width: 1, height: 1).points == [Pixel(128, 128, 128)])
        #expect(picture.scaled(width: 4, height: 4)[3, 0] == .white)
        #expect(picture.scaled(width: 2, height: 2) == picture)
    }

    /// The colour of an invisible point would be seen at edges.
    @Test func transparentPointsCountForNothing() throws {
        let picture = try #require(Pixels(width: 2, height: 1, points: [red, Pixel(0, 255, 0, alpha: 0)]))
        #expect(picture.scaled(width: 1, height: 1).points == [Pixel(255, 0, 0, alpha: 128)])
        #expect(picture.flattened(on: .white).points == [red, .white])
    }

    @Test func alphaBlendsOverTheGround() {
        #expect(Pixel(255, 0, 0, alpha: 51).blended(over: .black) == Pixel(51, 0, 0))
        #expect(Pixel(255, 0, 0, alpha: 51).blended(over: .white) == Pixel(255, 204, 204))
    }

    @Test func theLongerSideIsLimited() {
        let picture = Pixels(width: 40, height: 10, points: Array(repeating: red, count: 400))
        let small = picture?.limited(toSide: 8)
        #expect(small?.width == 8 && small?.height == 2)
        #expect(picture?.limited(toSide: 40) == picture)
    }

    @Test(arguments: [
        (400, 300, 60, 12, 32, 12), (300, 400, 60, 12, 18, 12), (4000, 100, 60, 12, 60, 1), (1, 4000, 60, 12, 1, 12),
        (20, 20, 60, 12, 2, 1), (0, -3, 0, 0, 1, 1), (.max, .max, 10, 10, 10, 5),
    ])
    func aPictureKeepsItsProportions(width: Int, height: Int, columns: Int, rows: Int, across: Int, down: Int) {
        let cells = CellSize.usual.cells(width: width, height: height, columns: columns, rows: rows)
        #expect(cells == (across, down))
    }
}
