import Domain

/// Finds out how dates are to be read, from all of them together.
struct DateDecision {
    /// What users and the clock say about it.
    struct Hints: Sendable, Hashable {
        /// Said by users: nothing else is tried.
        var order: DateOrder?
        var locale: String?
        /// Chats aren't from the future.
        var now = Timestamp.latest
    }

    enum Result: Equatable {
        case reading(DateReading)
        /// All dates can be read in these orders.
        case ambiguous([DateOrder])
        /// No order reads all; these two headers contradict each other.
        case contradiction(Int, Int)
    }

    private let headers: [WhatsAppHeader]
    private let hints: Hints
    /// A chat has few different dates.
    private var dates: [(date: [Int], yearPlaces: [Int])] = []
    /// For each header, the place of its date in `dates`.
    private var places: [Int] = []

    /// - Parameter headers: in the file's order, all of one style.
    init(_ headers: [WhatsAppHeader], _ hints: Hints) {
        self.headers = headers
        self.hints = hints
        var known: [[Int]: Int] = [:]
        for header in headers {
            let place = known[header.date + header.yearPlaces] ?? dates.count
            if place == dates.count {
                known[header.date + header.yearPlaces] = place
                dates.append((header.date, header.yearPlaces))
            }
            places.append(place)
        }
    }

    var result: Result {
        if let order = hints.order { return .reading(candidate(order).reading) }
        let all = DateOrder.allCases.map(candidate)
        var open = all.filter { $0.missing == 0 && $0.reading.calendar == .gregorian }
        if open.isEmpty { open = all.filter { $0.missing == 0 } }
        if open.isEmpty { return incomplete(all) }
        func keep(_ isKept: (Candidate) -> Bool) {
            let kept = open.filter(isKept)
            if !kept.isEmpty { open = kept }
        }
        // In the order of certainty.
        if let orders = words { keep { orders.contains($0.reading.order) } }
        if let yearFirst = open.first(where: { $0.reading.order == .yearFirst }) {
            let other = open.filter { $0.reading.order != .yearFirst }.min { $0.span < $1.span }
            let isYearFirst = other.map { yearFirst.isLikelier(than: $0) } ?? true
            keep { ($0.reading.order == .yearFirst) == isYearFirst }
        }
        if headers.first?.style.separator != "/" { keep { $0.reading.order != .monthFirst } }
        if let locale = hints.locale {
            let order = DateOrder(locale: locale)
            keep { $0.reading.order == order }
        }
        let tomorrow = Int(hints.now.adding(seconds: 172_800).milliseconds / 86_400_000)
        keep { $0.last <= tomorrow }
        keep { $0.descents == 0 }
        let least = open.map(\.descents).min() ?? 0
        keep { $0.descents < least * 2 + 3 }
        if let first = open.first, open.allSatisfy({ $0.days == first.days }) { return .reading(first.reading) }
        return .ambiguous(open.map(\.reading.order))
    }

    /// The orders where all words of the headers are used.
    private var words: Set<DateOrder>? {
        let known = Set(headers.compactMap(\.orders))
        guard let first = known.first else { return nil }
        let common = known.dropFirst().reduce(first) { $0.intersection($1) }
        return common.isEmpty ? nil : common
    }

    // MARK: Candidates

    private struct Candidate {
        let reading: DateReading
        /// For each different date; `nil` where it isn't one.
        let days: [Int?]
        /// How many headers have no date.
        let missing: Int
        /// How often the dates go back.
        let descents: Int

        var last: Int { days.lazy.compactMap { $0 }.max() ?? 0 }
        var span: Int { last - (days.lazy.compactMap { $0 }.min() ?? 0) }

        /// People write to one another more often than once a year, and of late rather than long ago.
        func isLikelier(than other: Candidate) -> Bool {
            if span * 20 < other.span { return true }
            return other.span * 20 >= span && last > other.last
        }
    }

    /// The dates in an order, and in the calendar in which all years of two digits can be those of a chat.
    private func candidate(_ order: DateOrder) -> Candidate {
        let latest = min(CivilCalendar.date(days: Int(hints.now.milliseconds / 86_400_000)).year, 2099) + 1
        let found = [ChatCalendar.gregorian, .buddhist, .persian, .islamic].map { calendar in
            candidate(DateReading(order: order, calendar: calendar), until: latest)
        }
        return found.first { $0.missing == 0 } ?? found.min { $0.missing < $1.missing } ?? found[0]
    }

    private func candidate(_ reading: DateReading, until latest: Int) -> Candidate {
        let yearPlace = headers.first?.style.yearPlace
        let days = dates.map { date, yearPlaces in
            yearPlaces.contains(reading.order == .yearFirst ? 0 : 2)
                && reading.isPlausible(date, yearPlace: yearPlace, until: latest)
                ? reading.days(date, yearPlace: yearPlace) : nil
        }
        var (missing, descents, last) = (0, 0, Int.min)
        for place in places {
            guard let day = days[place] else {
                missing += 1
                continue
            }
            if day < last { descents += 1 }
            last = day
        }
        return Candidate(reading: reading, days: days, missing: missing, descents: descents)
    }

    private func incomplete(_ all: [Candidate]) -> Result {
        // Dates that are wrong in the best order were quoted by somebody, if they are few.
        if let best = all.min(by: { $0.missing < $1.missing }), best.missing * 10 <= headers.count {
            return .reading(best.reading)
        }
        let open = headers.enumerated().filter { $1.style.yearPlace != 0 }
        let dayFirst = open.first { ($0.element.date.first ?? 0) > 12 }?.offset
        let monthFirst = open.first { ($0.element.date.dropFirst().first ?? 0) > 12 }?.offset
        if let dayFirst, let monthFirst { return .contradiction(dayFirst, monthFirst) }
        let order: DateOrder = open.isEmpty ? .yearFirst : monthFirst != nil ? .monthFirst : .dayFirst
        return .reading(DateReading(order: order, calendar: .gregorian))
    }
}
