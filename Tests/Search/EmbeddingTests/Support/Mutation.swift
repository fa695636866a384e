import TestSupport

/// A few random changes to a file: bytes flipped, taken out, put in, doubled, or the end cut off.
func mutated(_ original: [UInt8], _ generator: inout SeededRandom) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
        guard !bytes.isEmpty else { return bytes }
        let place = Int.random(in: bytes.indices, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 1...16, using: &generator))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes.replaceSubrange(place..<end, with: repeatElement(0xFF, count: end - place))
        default: bytes.removeSubrange(place...)
        }
    }
    return bytes
}
