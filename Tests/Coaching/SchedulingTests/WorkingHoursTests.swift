import Domain
import Scheduling
import Testing

@Suite struct WorkingHoursTests {
    @Test func aDayBeatsTheRangeAroundIt() throws {
        let hours = try WorkingHours(["mon-fri": "07:00-20:00", "wed": nil, "sat": "09:00-12:00,13:00-24:00"])
        #expect(hours.spans[0] == [420..<1200])
        #expect(hours.spans[2].isEmpty)
        #expect(hours.spans[5] == [540..<720, 780..<1440])
        #expect(hours.spans[6].isEmpty)
    }

    @Test func rangesMayWrapAndListsAreDays() throws {
        let hours = try WorkingHours(["sat-mon": "10:00-11:00", "tue, thu": "08:00-09:00"])
        #expect(hours.spans.map(\.isEmpty) == [false, false, true, false, true, false, false])
    }

    @Test(arguments: [
        ("mon", "20:00-07:00"), ("mon", "7-20"), ("mon", "07:00"), ("mon", "07:00-24:01"), ("mon", "07:60-08:00"),
        ("mon", "07:00-09:00,08:00-10:00"), ("monday-", "07:00-08:00"), ("", "07:00-08:00"), ("mon,mon", "07:00-08:00"),
        ("mon-tue-wed", "07:00-08:00"), ("mon", "+7:00-08:00"), ("mon", ""),
    ])
    func nonsenseIsRefused(days: String, hours: String) {
        #expect(throws: SpotterError.self) { try WorkingHours([days: hours]) }
    }

    @Test func settingsAreKeptWithTheirDaysOff() async throws {
        let house = try await SchedulingFixture()
        #expect(try await house.preferences.settings(of: house.alex) == .standard)
        let mine = SchedulingSettings(
            workingHours: ["mon-fri": "07:00-20:00", "sun": nil],
            callMinutes: 20,
            trainingMinutes: 45
        )
        try await house.preferences.set(mine, by: house.alex)
        #expect(try await house.preferences.settings(of: house.alex) == mine)
        #expect(await code { try await house.preferences.set(mine, by: house.sara) } == .forbidden)
        var wrong = mine
        wrong.callMinutes = 4
        let short = wrong
        #expect(await code { try await house.preferences.set(short, by: house.alex) } == .invalidRequest)
    }
}
