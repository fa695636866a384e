import Pictures

/// How the full screen shows pictures.
public enum PictureChoice: String, Sendable, CaseIterable {
    /// As the terminal can.
    case auto
    case kitty, sixel, blocks, off
}

/// What this terminal makes of pictures.
struct PictureDisplay: Sendable, Hashable {
    var encoding: PictureEncoding
    var cell: CellSize
    /// The colour behind transparent pictures.
    var ground: Pixel
}

/// What is known about a terminal's pictures.
struct PictureSupport: Sendable {
    let environment: [String: String]
    /// Whether the terminal takes UTF-8.
    var isUnicode = true
    /// Whether its answer about its attributes has named sixels.
    var hasSixels = false

    private var isMultiplexed: Bool {
        environment["TMUX"] != nil || environment["STY"] != nil
            || ["screen", "tmux"].contains { (environment["TERM"] ?? "").hasPrefix($0) }
    }

    private var hasColours: Bool { (environment["NO_COLOR"] ?? "").isEmpty }

    private var hasTrueColour: Bool {
        // tmux turns the colours into those that its terminal has.
        environment["TMUX"] != nil || ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
            || (environment["TERM"] ?? "").hasSuffix("-direct") || knowsKitty
    }

    /// Whether its variables name a terminal with kitty's protocol.
    private var knowsKitty: Bool {
        if environment["KITTY_WINDOW_ID"] != nil { return true }
        if ["xterm-kitty", "xterm-ghostty"].contains(environment["TERM"] ?? "") { return true }
        if ["WezTerm", "ghostty"].contains(environment["TERM_PROGRAM"] ?? "") { return true }
        // Since 22.04.
        return Int(environment["KONSOLE_VERSION"] ?? "").map { $0 >= 220_400 } ?? false
    }

    /// Whether only the terminal itself can tell what it can.
    func asks(_ choice: PictureChoice, _ cell: CellSize?) -> Bool {
        choice == .auto && hasColours && isUnicode && !isMultiplexed && !knowsKitty && cell != nil
    }

    /// - Parameter cell: `nil` if the terminal doesn't tell; sixels then can't be made to fit.
    /// - Returns: `nil` for none.
    func encoding(_ choice: PictureChoice, _ cell: CellSize?) -> PictureEncoding? {
        guard isUnicode else { return nil }
        switch choice {
        case .off: return nil
        case .kitty: return .kitty
        case .blocks: return .blocks
        case .sixel: return cell == nil ? .blocks : .sixel
        case .auto:
            guard hasColours else { return nil }
            if !isMultiplexed, knowsKitty { return .kitty }
            if !isMultiplexed, hasSixels, cell != nil { return .sixel }
            return hasTrueColour ? .blocks : nil
        }
    }
}
