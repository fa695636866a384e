import NIOHTTP1

/// Where the bytes of a partial response belong: `Content-Range: bytes 100-199/200`.
struct ContentRange: Equatable {
    let start: Int

    init?(_ headers: HTTPHeaders) {
        guard let value = headers.first(name: "Content-Range"), value.lowercased().hasPrefix("bytes ") else {
            return nil
        }
        let number = value.dropFirst(6).prefix { $0 != "-" }
        guard let start = Int(number), start >= 0 else { return nil }
        self.start = start
    }
}
