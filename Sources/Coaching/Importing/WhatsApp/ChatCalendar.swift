import Domain
import Foundation

/// A calendar of a phone. Its years tell it: those of chats lie in no other calendar's.
enum ChatCalendar: Sendable, Hashable, CaseIterable {
    case gregorian, buddhist, persian, islamic, minguo

    /// The calendar of a year that is written whole.
    init(year: Int) {
        self =
            switch year {
            case 98...150: .minguo
            case 1380...1420: .persian
            case 1425...1460: .islamic
            case 2540...2620: .buddhist
            default: .gregorian
            }
    }

    /// The year that two digits mean, in this calendar and as of ours.
    func year(_ digits: Int) -> (own: Int, gregorian: Int) {
        switch self {
        case .gregorian: (2000 + digits, 2000 + digits)
        case .buddhist: (2500 + digits, 1957 + digits)
        case .persian: digits < 50 ? (1400 + digits, 2021 + digits) : (1300 + digits, 1921 + digits)
        case .islamic: (1400 + digits, 1400 + digits + 579 - digits / 33)
        case .minguo: (digits, 1911 + digits)
        }
    }

    /// Days since 1970-01-01; `nil` if there is no such date.
    func days(year: Int, month: Int, day: Int) -> Int? {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        switch self {
        case .gregorian, .buddhist, .minguo:
            let year = self == .buddhist ? year - 543 : self == .minguo ? year + 1911 : year
            guard (1...9999).contains(year), day <= CivilCalendar.days(inMonth: month, year: year) else { return nil }
            return CivilCalendar.days(year: year, month: month, day: day)
        case .persian, .islamic:
            var calendar = Calendar(identifier: self == .persian ? .persian : .islamicUmmAlQura)
            calendar.timeZone = .gmt
            guard let date = calendar.date(from: DateComponents(year: year, month: month, day: day)),
                calendar.component(.month, from: date) == month, calendar.component(.day, from: date) == day
            else { return nil }
            return Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
        }
    }
}
