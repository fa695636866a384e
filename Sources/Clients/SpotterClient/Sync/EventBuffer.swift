import SpotterAPI

/// Buffers the events that arrive while fetches are running.
struct EventBuffer {
    struct Bookmark: Hashable { fileprivate let number: Int }

    private var events: [ServerEvent] = []
    /// The position of the first event.
    private var base = 0
    private var bookmarks: [Bookmark: Int] = [:]
    private var openedCount = 0

    /// - Returns: the position of the batch's first event, valid for `open(at:)` until the next `trim`.
    mutating func append(_ batch: [ServerEvent]) -> Int {
        defer { events += batch }
        return base + events.count
    }

    /// Keeps all events from now on, or from an earlier position, until the bookmark is closed.
    mutating func open(at place: Int? = nil) -> Bookmark {
        openedCount += 1
        let bookmark = Bookmark(number: openedCount)
        bookmarks[bookmark] = max(place ?? (base + events.count), base)
        return bookmark
    }

    /// Closes a bookmark and returns the events since it was opened.
    mutating func close(_ bookmark: Bookmark) -> [ServerEvent] {
        guard let place = bookmarks.removeValue(forKey: bookmark) else { return [] }
        defer { trim() }
        return Array(events.dropFirst(place - base))
    }

    /// Drops events that no bookmark needs.
    mutating func trim() {
        let first = bookmarks.values.min() ?? base + events.count
        events.removeFirst(min(max(first - base, 0), events.count))
        base = first
    }
}
