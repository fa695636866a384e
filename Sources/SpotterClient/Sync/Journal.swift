import SpotterAPI

/// Events that came while something was being fetched, for as long as somebody waits for a fetch.
struct Journal {
    struct Bookmark: Hashable { fileprivate let number: Int }

    private var events: [ServerEvent] = []
    /// The place of the first of them.
    private var base = 0
    private var bookmarks: [Bookmark: Int] = [:]
    private var opened = 0

    /// - Returns: the place of the first of them, for `open(at:)` until the next `trim`.
    mutating func append(_ batch: [ServerEvent]) -> Int {
        defer { events += batch }
        return base + events.count
    }

    /// Keeps everything from here on, or from an earlier place, until it's closed.
    mutating func open(at place: Int? = nil) -> Bookmark {
        opened += 1
        let bookmark = Bookmark(number: opened)
        bookmarks[bookmark] = max(place ?? (base + events.count), base)
        return bookmark
    }

    /// What has come since the bookmark was opened.
    mutating func close(_ bookmark: Bookmark) -> [ServerEvent] {
        guard let place = bookmarks.removeValue(forKey: bookmark) else { return [] }
        defer { trim() }
        return Array(events.dropFirst(place - base))
    }

    /// Forgets what nobody waits for.
    mutating func trim() {
        let first = bookmarks.values.min() ?? base + events.count
        events.removeFirst(min(max(first - base, 0), events.count))
        base = first
    }
}
