import Domain
import SpotterAPI
import Testing

@Suite struct PositionsDigestTests {
    private static let first = ChatID(high: 1, low: 2)
    private static let second = ChatID(high: 0xFEDC_BA98_7654_3210, low: 3)

    @Test(
        arguments: [
            ([:], "e3b0c44298fc1c14"),
            ([first: 4], "c9467957f6ecf513"),
            ([second: 17, first: 4], "e7ebd24f4432ccd3"),
        ] as [([ChatID: Int64], String)]
    )
    func digestIsFixed(positions: [ChatID: Int64], expected: String) {
        #expect(PositionsDigest.text(positions) == expected)
    }
}
