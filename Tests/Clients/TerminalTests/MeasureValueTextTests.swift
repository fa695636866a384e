import Testing

@testable import Terminal

@Suite struct MeasureValueTextTests {
    @Test func valuesAreReadAsTheyAreTyped() {
        #expect(MeasureValueText.value("62,5")?.value == 62.5 && MeasureValueText.value("62.5")?.diastolic == nil)
        #expect(MeasureValueText.value("128/82")?.value == 128 && MeasureValueText.value("128/82")?.diastolic == 82)
        for text in ["", "/", "128/", "/82", "1/2/3", "abc", "inf", "nan"] {
            #expect(MeasureValueText.value(text) == nil, "\(text)")
        }
    }

    @Test func setsAndTimesAreReadAsTheyAreTyped() {
        #expect(MeasureValueText.sets("3x5")?.sets == 3 && MeasureValueText.sets("3×5")?.repetitions == 5)
        for text in ["", "3", "3x", "x5", "3x5x2", "0x5", "9999x5", "99999999999999999999x1"] {
            #expect(MeasureValueText.sets(text) == nil, "\(text)")
        }
        #expect(MeasureValueText.seconds("52:30") == 3150 && MeasureValueText.seconds("1:02:03") == 3723)
        for text in ["", "52", "52:", ":30", "52:60", "1:2:3:4", "-1:00", "99999999999999999999:00"] {
            #expect(MeasureValueText.seconds(text) == nil, "\(text)")
        }
    }
}
