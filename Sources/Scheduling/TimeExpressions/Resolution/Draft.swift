import Domain

/// A reading in the making: points of time and what makes them doubtful.
struct Draft {
    /// A wall-clock time of a zone, or an instant as such.
    struct Point {
        var date: CivilDate
        var second: Int
        var instant: Timestamp
        var isDateOnly = false
    }

    var kind: TimeReading.Kind
    var start: Point?
    var end: Point?
    var minutes: Int?
    var rrule: String?
    var statesClockTime = false
    var doubts = Doubts()
}

/// Why a reading could be another one.
struct Doubts {
    private(set) var notes: [String] = []
    private(set) var isAmbiguous = false

    /// Another reading is as good.
    mutating func add(_ note: String) {
        isAmbiguous = true
        remark(note)
    }

    /// Worth knowing, but not another reading.
    mutating func remark(_ note: String) {
        if !notes.contains(note) { notes.append(note) }
    }

    mutating func add(_ other: Doubts) {
        for note in other.notes { remark(note) }
        isAmbiguous = isAmbiguous || other.isAmbiguous
    }

    var note: String? { notes.isEmpty ? nil : notes.joined(separator: "; ") }
}
