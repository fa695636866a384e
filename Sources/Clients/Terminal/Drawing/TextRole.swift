/// What a piece of text means. The theme decides how that looks.
enum TextRole: UInt8, Sendable, Hashable, CaseIterable {
    case plain
    /// Headings and names.
    case strong
    /// Times, hints and everything else that can be overlooked.
    case dim
    /// Unread counts, the current chat, links and read receipts.
    case accent
    /// Waiting people, doubts and queued messages.
    case waiting
    case failed
    /// Online people and what is done.
    case good
    /// Search hits and what is selected.
    case selected
}

/// The shade behind a part of the screen.
enum Surface: UInt8, Sendable, Hashable {
    case normal
    /// The title, the composer and popups.
    case raised
    /// The selected row.
    case selected
}
