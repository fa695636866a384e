import Domain
import TestSupport
import Testing

@testable import Measures

@Suite struct MeasureReaderTests {
    private func values(_ text: String, usesPounds: Bool = false) -> [String] {
        MeasureReader().readings(in: text, weekday: 3, usesPounds: usesPounds).map {
            "\($0.kind.rawValue) \(MeasureNumberText.text($0.value)) \($0.unit.rawValue) \($0.day)"
        }
    }

    @Test func aNumberWithoutAUnitIsWhatTheClientsCountryUses() {
        #expect(values("Weight: 178.4", usesPounds: true) == ["weight 178.4 lb 0"])
        #expect(values("Weight: 81.2") == ["weight 81.2 kg 0"])
        // Kilograms or pounds: nobody can tell.
        #expect(values("Weight: 178.4").isEmpty)
    }

    @Test(arguments: [
        ("Vikt 82,4 kg", ["weight 82.4 kg 0"]), ("Vägde 81,3 kg i morse", ["weight 81.3 kg 0"]),
        ("Igår vägde jag 80,9", ["weight 80.9 kg -1"]), ("För 3 dagar sedan vägde jag 82 kg", ["weight 82 kg -3"]),
        ("Sov 6,5 timmar i natt", ["sleep 6.5 h 0"]), ("Bara 4 timmars sömn", ["sleep 4 h 0"]),
        ("Ont i knät 4/10", ["pain 4 points 0"]), ("Knäböj 3x5 på 92,5 kg", ["lift 92.5 kg 0"]),
        ("Vilopuls 52", ["restingPulse 52 bpm 0"]), ("Blodtryck 120 över 80", ["bloodPressure 120 mmHg 0"]),
        ("8200 steg idag", ["steps 8200 steps 0"]), ("Humör 6/10", ["mood 6 points 0"]),
        ("Min fru väger 62 kg", []), ("Målet är 75 kg", []), ("För tre år sedan vägde jag 68 kg", []),
        ("Gick ner 2 kg", []), ("Vad väger du?", []),
    ])
    func swedishIsRead(text: String, told: [String]) { #expect(values(text) == told) }

    @Test(arguments: [
        ("Neck measurement 38 cm", ["neck 38 cm 0"]), ("Forearm circumference is 29.5 cm", ["forearm 29.5 cm 0"]),
        ("Halsumfang 38 cm, Wadenumfang 37,5 cm", ["neck 38 cm 0", "calf 37.5 cm 0"]),
        ("Contorno de hombros 118 cm", ["shoulders 118 cm 0"]), ("Tour de cou : 38 cm", ["neck 38 cm 0"]),
        ("Circunferência da panturrilha 37 cm", ["calf 37 cm 0"]), ("Underarmsomfång 29 cm", ["forearm 29 cm 0"]),
        // A neck that hurts is no length.
        ("Neck 4/10", ["pain 4 points 0"]), ("Pain in my calf is 3 out of 10", ["pain 3 points 0"]),
        ("Calf raises 3x15 at 60 kg", ["lift 60 kg 0"]), ("Neck measurement 380 cm", []),
    ])
    func lengthsAreReadByTheNameOfTheTape(text: String, told: [String]) { #expect(values(text) == told) }

    @Test func aLineThatNamesADayIsAboutTheLinesBelow() {
        #expect(values("Yesterday:\nWeight 81.2 kg\nSleep 7 h") == ["weight 81.2 kg -1", "sleep 7 h -1"])
    }

    @Test func daysThatCantBeToldAreLeftOut() {
        #expect(values("Two weeks ago I weighed 83.1 kg").isEmpty)
        #expect(values("In January I weighed 84 kg").isEmpty)
    }

    @Test(
        arguments: [
            "5 km in 27:)", "5 km 7:/km", "5 km 7:x/km", "10k felt 8:easy",
            "ran 10.000.000.000.000.000.000.000 km at 5:30/km",
        ]
    )
    func brokenClocksAndDistancesAreNoTimes(text: String) {
        #expect(MeasureReader().readings(in: text, weekday: 1).allSatisfy { $0.seconds == nil })
    }

    /// Any text has an end, and values that somebody can have.
    @Test func nothingCanBreakIt() {
        var random = SeededRandom(seed: 37)
        let parts = [
            "81.3", "3x5", "kg", "/10", "10", "12,431", "h", ":", "½", "7h15", "my wife", "slept", "back", "squat", "@",
            "-",
            "%", "1e9", "99999999999999999999", "peso", "Schritte", "\n", ".", "?", "'", "\"", "ß", "👍🏽", "st", "ran",
            "km", "/",
            "yesterday", "hace", "vor", "3", "ago", "€", "(", ")", "a\u{301}", "\u{202F}", "and a half", "sets of",
            "out of", "10k", ":)", "7:", "/km", "10.000.000.000.000.000.000.000",
        ]
        for _ in 0..<TestLength.choose(400, full: 4000) {
            let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            for reading in MeasureReader().readings(in: text, weekday: 1 + Int.random(in: 0...6, using: &random)) {
                let value = reading.unit.converted(reading.value, to: reading.kind.unit)
                #expect(value.map(reading.kind.range.contains) == true && reading.confidence >= 0.5, "\(text)")
                #expect((-30...0).contains(reading.day), "\(text)")
            }
        }
    }

    @Test func unitsConvertWithinTheirDimension() {
        #expect(MeasureUnit.pound.converted(100, to: .kilogram) == 45.359237)
        #expect(MeasureUnit.inch.converted(10, to: .centimetre) == 25.4)
        #expect(MeasureUnit.minute.converted(90, to: .hour) == 1.5)
        #expect(MeasureUnit.kilogram.converted(1, to: .centimetre) == nil)
        for kind in MeasureKind.allCases { #expect(kind.unit.converted(1, to: kind.unit) == 1) }
    }
}
