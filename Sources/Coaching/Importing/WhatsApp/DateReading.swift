import Domain

/// How the dates of a file are read: the order of their numbers, and the calendar of years of two digits.
struct DateReading: Sendable, Hashable {
    let order: DateOrder
    let calendar: ChatCalendar

    /// Days since 1970-01-01; `nil` if this reading makes no date of it.
    func days(_ date: [Int], yearPlace: Int?) -> Int? {
        guard let (year, month, day) = order.fields(date) else { return nil }
        guard yearPlace == nil else {
            guard yearPlace == (order == .yearFirst ? 0 : 2) else { return nil }
            return ChatCalendar(year: year).days(year: year, month: month, day: day)
        }
        return calendar.days(year: calendar.year(year).own, month: month, day: day)
    }

    /// Whether a year of two digits can be that of a chat: WhatsApp began in 2009.
    func isPlausible(_ date: [Int], yearPlace: Int?, until latest: Int) -> Bool {
        guard yearPlace == nil, let year = order.fields(date)?.year else { return true }
        return (2009...latest).contains(calendar.year(year).gregorian)
    }
}
