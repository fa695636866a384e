extension TimeGrammar {
    /// The end of "the day before", "two hours after", "la veille de" if no time follows: when that is depends on an
    /// event that only the caller may know.
    func besideEvent(_ index: Int) -> Int? {
        let start = skip(index, .the)
        var place = start + 1
        if pick(start, { if case .dayShift(let days) = $0 { days } else { nil } }) == nil {
            let isNamed = unit(start) == .day || unit(start) == .week || has(start, .weekend) || part(start) != nil
            guard let end = isNamed ? start + 1 : length(index)?.end, hasAny(end, [.before, .after]) else { return nil }
            place = end + 1
        }
        let next = skip(place, .the, .my)
        guard token(place)?.isWord == true, day(place, depth: 1) == nil, dayPartPhrase(place) == nil,
            clockTime(skip(next, .at), isAnchored: true) == nil
        else { return nil }
        return place
    }
}
