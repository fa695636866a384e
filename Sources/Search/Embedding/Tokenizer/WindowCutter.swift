/// Collects a text's words and cuts them into windows.
struct WindowCutter {
    private struct Word {
        let range: Range<String.Index>
        let pieces: Int
        var endsSentence: Bool
    }

    private let text: String
    private let limits: WindowLimits
    private var windows: [Substring] = []
    /// Words that are in no window yet.
    private var words: [Word] = []
    private var pieces = 0

    init(text: String, limits: WindowLimits) {
        self.text = text
        self.limits = limits
    }

    /// Whether there are enough windows, or words for them.
    var isFull: Bool {
        let (enough, overflow) = limits.windows.multipliedReportingOverflow(by: limits.pieces)
        return windows.count >= limits.windows || (!overflow && pieces > enough)
    }

    /// Adds a word of at most `limits.pieces` pieces.
    mutating func append(_ range: Range<String.Index>, pieces: Int) {
        if let last = words.last, text.unicodeScalars[last.range.upperBound..<range.lowerBound].contains("\n") {
            words[words.count - 1].endsSentence = true
        }
        let end = text.unicodeScalars[range].last
        words.append(Word(range: range, pieces: pieces, endsSentence: end.map(Self.sentenceEnds.contains) ?? false))
        self.pieces += pieces
    }

    /// Adds a part of the text as a window of its own.
    mutating func appendAlone(_ part: Substring) {
        cutWindows()
        guard windows.count < limits.windows else { return }
        windows.append(part)
    }

    mutating func finish() -> [Substring] {
        if windows.isEmpty, pieces <= limits.pieces { return [text[...]] }
        cutWindows()
        return windows
    }

    /// Cuts all collected words into windows.
    private mutating func cutWindows() {
        var first = 0
        while first < words.count, windows.count < limits.windows {
            let end = end(from: first)
            windows.append(text[words[first].range.lowerBound..<words[end - 1].range.upperBound])
            first = end < words.count ? start(before: end, after: first) : end
        }
        words.removeAll(keepingCapacity: true)
        pieces = 0
    }

    /// The index after a window's last word: at least one word, at most what fits.
    private func end(from first: Int) -> Int {
        var (end, pieces) = (first, 0)
        while end < words.count, pieces + words[end].pieces <= limits.pieces {
            pieces += words[end].pieces
            end += 1
        }
        guard end < words.count else { return end }
        var cut = end
        while cut > first + 1, pieces > limits.pieces * 3 / 4 {
            if words[cut - 1].endsSentence { return cut }
            cut -= 1
            pieces -= words[cut].pieces
        }
        return end
    }

    /// Where the next window starts: it shares a few words with the one before and has room for at least one more.
    private func start(before end: Int, after first: Int) -> Int {
        let room = min(limits.overlap.upperBound, limits.pieces - words[end].pieces)
        var (start, overlap) = (end, 0)
        var enough: Int?
        while start > first + 1, overlap + words[start - 1].pieces <= room {
            start -= 1
            overlap += words[start].pieces
            guard overlap >= limits.overlap.lowerBound else { continue }
            if words[start - 1].endsSentence { return start }
            enough = enough ?? start
        }
        return enough ?? start
    }

    private static let sentenceEnds: Set<Unicode.Scalar> = [".", "!", "?", "…", "。", "！", "？"]
}
