extension ArraySlice<UInt8> {
    /// Calls `body` with each line, without its line feed, and its number from 1. One at a time: a list of all lines of a
    /// file of line feeds would take many times its bytes.
    func forEachLine(
        _ body: (_ number: Int, _ line: ArraySlice<UInt8>) throws(ImportFailure) -> Void
    ) throws(ImportFailure) {
        var (rest, number) = (self, 0)
        while true {
            number += 1
            guard let end = rest.firstIndex(of: 0x0A) else { return try body(number, rest) }
            try body(number, rest[..<end])
            rest = rest[(end + 1)...]
        }
    }
}
