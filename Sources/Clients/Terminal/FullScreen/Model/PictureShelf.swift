import Domain
import Pictures

/// The pictures of the conversation, as far as they are on the screen or were shortly before.
struct PictureShelf: Sendable {
    /// A preview in the size in which it is shown.
    struct Key: Sendable, Hashable {
        let media: MediaID
        let columns: Int
        let rows: Int
        let display: PictureDisplay
    }

    enum State: Sendable, Equatable {
        case loading, failed
        case ready(PreparedPicture)
    }

    /// `nil` if pictures aren't shown.
    var display: PictureDisplay?
    private var states: [Key: State] = [:]
    /// The latest asked for last.
    private var order: [Key] = []

    static let capacity = 40
    /// Of what isn't on the screen. Sixels for large cells have up to a megabyte.
    static let maxBytes = 8 << 20
    private static let maxRows = 12
    private static let minRows = 3

    /// How a file is shown as a picture.
    /// - Parameters:
    ///   - columns: of the conversation.
    ///   - screenRows: of the whole screen, of which a picture takes less than half.
    /// - Returns: `nil` if it isn't.
    func key(for media: Media, columns: Int, screenRows: Int) -> Key? {
        guard let display, media.thumbnail, let width = media.width, let height = media.height else { return nil }
        let room = min(Self.maxRows, screenRows / 2 - 2)
        guard room >= Self.minRows else { return nil }
        let cells = display.cell.cells(width: width, height: height, columns: columns, rows: room)
        let key = Key(media: media.id, columns: cells.columns, rows: cells.rows, display: display)
        return states[key] == .failed ? nil : key
    }

    func picture(_ key: Key) -> PreparedPicture? {
        if case .ready(let picture) = states[key] { picture } else { nil }
    }

    /// Makes room for what is on the screen.
    /// - Returns: what has to be loaded.
    mutating func show(_ visible: [Key]) -> [Key] {
        guard !visible.isEmpty else { return [] }
        var shown: Set<Key> = []
        let wanted = visible.filter { shown.insert($0).inserted }.prefix(Self.capacity)
        order = order.filter { !shown.contains($0) } + wanted
        let new = wanted.filter { states[$0] == nil }
        for key in new { states[key] = .loading }
        var bytes = order.reduce(0) { $0 + (picture($1)?.size ?? 0) }
        while let oldest = order.first, !shown.contains(oldest), order.count > Self.capacity || bytes > Self.maxBytes {
            bytes -= picture(oldest)?.size ?? 0
            states[order.removeFirst()] = nil
        }
        return new
    }

    /// - Parameter picture: `nil` if it can't be shown.
    mutating func loaded(_ key: Key, _ picture: PreparedPicture?) {
        guard states[key] == .loading else { return }
        states[key] = picture.map(State.ready) ?? .failed
    }

    /// What failed without a connection is tried again with it.
    mutating func forgetFailures() {
        let failed = Set(states.filter { $0.value == .failed }.keys)
        for key in failed { states[key] = nil }
        order.removeAll { failed.contains($0) }
    }
}

extension AppModel {
    /// After each frame: the pictures on it that aren't loaded yet.
    mutating func showPictures() -> [AppEffect] {
        guard pictures.display != nil else { return [] }
        return showPictures(TimelineLayout(self).frame)
    }

    /// - Parameter frame: what is on the screen.
    mutating func showPictures(_ frame: TimelineFrame) -> [AppEffect] {
        guard pictures.display != nil else { return [] }
        let homes = Dictionary(frame.pictures, uniquingKeysWith: { first, _ in first })
        return pictures.show(frame.pictures.map(\.key)).compactMap { key in
            homes[key].map { .loadPicture(key, of: $0.id, in: $0.chatId) }
        }
    }
}
