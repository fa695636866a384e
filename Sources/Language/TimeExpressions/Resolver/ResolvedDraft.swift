import Domain

/// A result in progress: points in time and their ambiguity.
struct ResolvedDraft {
    /// A local time in the home zone, together with its instant.
    struct Point {
        var date: CivilDate
        var second: Int
        var instant: Timestamp
        var isDateOnly = false
    }

    var kind: ParsedTime.Kind
    var start: Point?
    var end: Point?
    var minutes: Int?
    var rrule: String?
    var statesClockTime = false
    var isWindow = false
    var zoneOwner: ZoneOwner?
    var ambiguity = Ambiguity()
}

/// Why an expression could be interpreted differently.
struct Ambiguity {
    private(set) var notes: [String] = []
    private(set) var isAmbiguous = false
    private(set) var doubts: [TimeDoubt] = []

    /// Adds another interpretation that is equally likely.
    mutating func add(_ note: String) {
        isAmbiguous = true
        addNote(note)
    }

    /// Adds another interpretation that is equally likely, for the user to confirm.
    mutating func add(_ doubt: TimeDoubt) {
        add(doubt.text)
        addDoubt(doubt)
    }

    /// Adds something to confirm, although by convention the interpretation is certain.
    mutating func addDoubt(_ doubt: TimeDoubt?) {
        if let doubt, !doubts.contains(doubt) { doubts.append(doubt) }
    }

    /// Adds a remark that isn't another interpretation.
    mutating func addNote(_ note: String) {
        if !notes.contains(note) { notes.append(note) }
    }

    mutating func add(_ other: Ambiguity) {
        for note in other.notes { addNote(note) }
        for doubt in other.doubts { addDoubt(doubt) }
        isAmbiguous = isAmbiguous || other.isAmbiguous
    }

    var note: String? { notes.isEmpty ? nil : notes.joined(separator: "; ") }
}
