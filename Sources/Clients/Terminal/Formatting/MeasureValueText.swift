/// Values of measures, as people type them.
public enum MeasureValueText {
    /// `62.5`, `62,5`, and a blood pressure as `128/82`.
    public static func value(_ text: String) -> (value: Double, diastolic: Double?)? {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map {
            Double($0.replacing(",", with: "."))
        }
        guard (1...2).contains(numbers.count), let first = numbers[0], numbers.allSatisfy({ $0?.isFinite == true })
        else { return nil }
        return (first, numbers.count == 2 ? numbers[1] : nil)
    }

    /// `3x5`: sets, and repetitions of each.
    public static func sets(_ text: String) -> (sets: Int, repetitions: Int)? {
        let numbers = text.split(whereSeparator: { "xX×".contains($0) }).compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (1...1000).contains($0) }) else { return nil }
        return (numbers[0], numbers[1])
    }

    /// `52:30`, `1:02:03`
    public static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        let numbers = parts.compactMap { $0 }
        guard (2...3).contains(parts.count), numbers.count == parts.count,
            numbers.allSatisfy({ (0...999).contains($0) }), numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }
}
