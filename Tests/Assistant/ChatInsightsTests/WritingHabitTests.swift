import Testing

@testable import ChatInsights

@Suite struct WritingHabitTests {
    @Test func aHabitIsTheGapBetweenDays() {
        let daily = WritingHabit(days: Array(1...30))
        #expect(daily.usualGap == 1 && daily.quietAfter == 4)
        let weekly = WritingHabit(days: Array(stride(from: 1, through: 60, by: 7)))
        #expect(weekly.usualGap == 7 && weekly.quietAfter == 14)
        // One holiday doesn't make a slow writer.
        let holiday = WritingHabit(days: Array(1...20) + Array(35...50))
        #expect(holiday.quietAfter == 4)
        #expect(WritingHabit(days: [1, 1, 2, 2, 3, 40, 40]).usualGap == nil, "four days are too few")
        #expect(WritingHabit(days: []).quietAfter == 14)
        // What was long ago is no habit any more.
        #expect(WritingHabit(days: Array(1...30) + [200, 207, 214, 221, 228, 235]).usualGap == 7)
    }

    @Test func silenceHasAnEnd() {
        let habit = WritingHabit(days: Array(1...30))
        #expect(!habit.isQuiet(after: 3) && habit.isQuiet(after: 4) && habit.isQuiet(after: 120))
        #expect(!habit.isQuiet(after: 121))
    }
}
