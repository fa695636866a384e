import Foundation
import Testing

@testable import Pictures

@Suite struct EncodingTests {
    private static func picture(_ width: Int, _ height: Int, _ point: Pixel) -> Pixels? {
        Pixels(width: width, height: height, points: Array(repeating: point, count: width * height))
    }

    private static func prepared(_ pixels: Pixels, _ encoding: PictureEncoding) -> PreparedPicture {
        PreparedPicture(
            pixels,
            number: 7,
            columns: 2,
            rows: 1,
            encoding: encoding,
            ground: .black,
            cell: CellSize(width: 2, height: 6)
        )
    }

    @Test func kittyGetsThePoints() throws {
        let pixels = try #require(
            Pixels(width: 2, height: 1, points: [Pixel(1, 2, 3), Pixel(255, 255, 255, alpha: 0)])
        )
        let prepared = Self.prepared(pixels, .kitty)
        #expect(prepared.content == "\u{1B}_Ga=t,f=24,s=2,v=1,i=7,q=2,m=0;AQIDAAAA\u{1B}\\")
        #expect(
            KittyGraphics.placement(7, place: 1, columns: 2, rows: 1)
                == "\u{1B}_Ga=p,i=7,p=1,c=2,r=1,C=1,q=2\u{1B}\\"
        )
        #expect(KittyGraphics.removal(7) == "\u{1B}_Ga=d,d=i,i=7,q=2\u{1B}\\")
        #expect(KittyGraphics.deletion(7) == "\u{1B}_Ga=d,d=I,i=7,q=2\u{1B}\\")
    }

    @Test func aLargePictureComesInPieces() throws {
        let pixels = try #require(Self.picture(300, 300, Pixel(9, 9, 9)))
        let commands = Self.prepared(pixels, .kitty).content.components(separatedBy: "\u{1B}\\").dropLast()
        #expect(commands.first?.hasPrefix("\u{1B}_Ga=t,f=24,s=256,v=256,i=7,q=2,m=1;") == true)
        #expect(commands.dropFirst().dropLast().allSatisfy { $0.hasPrefix("\u{1B}_Gq=2,m=1;") })
        #expect(commands.last?.hasPrefix("\u{1B}_Gq=2,m=0;") == true)
        let payloads = commands.map { $0.drop { $0 != ";" }.dropFirst() }
        #expect(payloads.allSatisfy { $0.count <= 4096 })
        #expect(Data(base64Encoded: payloads.joined())?.count == 256 * 256 * 3)
    }

    @Test func sixelsAreBandsOfSixRows() throws {
        let red = try #require(Self.picture(5, 7, Pixel(255, 0, 0)))
        #expect(Sixels.encoded(red) == "\u{1B}P0;1;0q\"1;1;5;7#180;2;100;0;0#180!5~-#180!5@\u{1B}\\")
        let two = try #require(Pixels(width: 2, height: 1, points: [.black, .white]))
        #expect(Sixels.encoded(two) == "\u{1B}P0;1;0q\"1;1;2;1#0;2;0;0;0#215;2;100;100;100#0@$#215?@\u{1B}\\")
    }

    @Test func sixelsHaveTheSizeOfTheirCells() throws {
        let grey = try #require(Self.picture(30, 10, Pixel(102, 102, 102)))
        #expect(Self.prepared(grey, .sixel).content == "\u{1B}P0;1;0q\"1;1;4;6#86;2;40;40;40#86!4~\u{1B}\\")
    }

    @Test func aVeryLargePictureStaysInBlocks() throws {
        let grey = try #require(Self.picture(4, 4, Pixel(102, 102, 102)))
        let prepared = PreparedPicture(
            grey,
            number: 1,
            columns: 100,
            rows: 12,
            encoding: .sixel,
            ground: .black,
            cell: CellSize(width: 64, height: 64)
        )
        #expect(prepared.encoding == .blocks && prepared.content.isEmpty && prepared.size == 100 * 12 * 8)
    }

    /// The mean stays, though no shade of the cube is the colour's own.
    @Test func roundingIsSpread() throws {
        let grey = try #require(Self.picture(40, 40, Pixel(128, 128, 128)))
        let indexes = ColourCube.indexes(of: grey).map { Int($0) / 36 * 51 }
        let mean = Double(indexes.reduce(0, +)) / Double(indexes.count)
        #expect(abs(mean - 128) < 2)
    }

    @Test func aCellHasTwoPoints() throws {
        let points = [Pixel(1, 0, 0), Pixel(2, 0, 0), Pixel(3, 0, 0), Pixel(4, 0, 0)]
        let prepared = Self.prepared(try #require(Pixels(width: 2, height: 2, points: points)), .blocks)
        #expect(prepared.content.isEmpty)
        #expect(prepared.block(row: 0, column: 1) == HalfBlock(upper: Pixel(2, 0, 0), lower: Pixel(4, 0, 0)))
        #expect(prepared.block(row: 1, column: 0) == nil && prepared.block(row: 0, column: -1) == nil)
    }
}
