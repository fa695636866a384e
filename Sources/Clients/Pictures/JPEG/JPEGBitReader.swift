/// The bits of a scan, highest first. A zero byte after 0xFF is left out; any other is a marker, where the scan ends.
struct JPEGBitReader {
    private let bytes: [UInt8]
    /// Of the next byte.
    private(set) var position: Int
    private var current = 0
    private var left = 0

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    mutating func bit() throws(PictureError) -> Int {
        if left == 0 { try load() }
        left -= 1
        return current >> left & 1
    }

    private mutating func load() throws(PictureError) {
        guard position < bytes.count else { throw .damaged }
        current = Int(bytes[position])
        if current == 0xFF {
            guard position + 1 < bytes.count, bytes[position + 1] == 0 else { throw .damaged }
            position += 1
        }
        position += 1
        left = 8
    }

    /// - Parameter count: 0 to 16.
    mutating func number(_ count: Int) throws(PictureError) -> Int {
        var number = 0
        for _ in 0..<count { number = number << 1 | (try bit()) }
        return number
    }

    /// A number with its sign: the lower half of the values are the negative ones (§F.2.2.1).
    mutating func signed(_ count: Int) throws(PictureError) -> Int {
        guard count > 0 else { return 0 }
        guard count <= 16 else { throw .damaged }
        let value = try number(count)
        return value < 1 << (count - 1) ? value - (1 << count) + 1 : value
    }

    /// Goes on after a restart marker, which stands at a whole byte.
    mutating func restart() throws(PictureError) {
        left = 0
        guard position + 1 < bytes.count, bytes[position] == 0xFF, (0xD0...0xD7).contains(bytes[position + 1]) else {
            throw .damaged
        }
        position += 2
    }
}
