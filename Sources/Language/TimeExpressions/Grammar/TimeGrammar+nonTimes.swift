extension TimeGrammar {
    /// The end of numbers that only look like times: "6 to 8 weeks", "24/7", "$50", "80 kg", "3-1", "size 10".
    func nonTime(_ index: Int) -> Int? {
        lengthRange(index) ?? countedTimes(index) ?? money(index) ?? labelled(index) ?? phoneOrScore(index)
            ?? measured(index)
    }

    /// "6 to 8 weeks", "two or three hours", "5-10 min".
    func lengthRange(_ index: Int) -> Int? {
        guard let first = number(index) else { return nil }
        let isLinked =
            isMark(first.end, "-") || hasAny(first.end, [.to, .or, .until])
            || has(index - 1, .between) && has(first.end, .and)
        guard isLinked, let second = number(first.end + 1), unit(second.end) != nil || has(second.end, .measure),
            !isHourMark(second.end)
        else { return nil }
        return second.end + 1
    }

    /// The "h" of "entre 10 et 12h", which makes clock times of numbers.
    private func isHourMark(_ index: Int) -> Bool {
        unit(index) == .hour && isAdjacent(index) && !has(index, .lengthOnly) && style.language != "en"
    }

    /// "twice a week", "3 times per month", "5 days a week".
    func countedTimes(_ index: Int) -> Int? {
        var end = index + 1
        if let count = number(index) {
            guard has(count.end, .times) || unit(count.end) == .day else { return nil }
            end = count.end + 1
        } else if pick(index, { if case .repeated(let count) = $0 { count } else { nil } }) == nil {
            return nil
        }
        guard hasAny(end, [.one, .per, .every]), unit(end + 1) != nil else { return nil }
        return end + 2
    }

    private func money(_ index: Int) -> Int? {
        guard case .mark(let mark)? = token(index)?.shape, "$€£¥₹#".contains(mark),
            digits(index + 1, maxCount: 9) != nil
        else { return nil }
        return endOfFigures(index + 1)
    }

    private func labelled(_ index: Int) -> Int? {
        has(index, .label) && digits(index + 1, maxCount: 9) != nil ? endOfFigures(index + 1) : nil
    }

    /// Three or more groups of digits, or two groups that aren't a time.
    private func phoneOrScore(_ index: Int) -> Int? {
        let start = isMark(index, "+") ? index + 1 : index
        guard digits(start, maxCount: 20) != nil else { return nil }
        let end = endOfFigures(start)
        return end > start + 1 ? end : nil
    }

    private func measured(_ index: Int) -> Int? {
        guard let number = number(index), isMeasure(number.end), length(index) == nil else { return nil }
        return number.end + 1
    }

    /// The end of digits joined by marks: "555-123", "1,000.50", "25:30", "24/7".
    private func endOfFigures(_ index: Int) -> Int {
        var end = index + 1
        while isAdjacent(end), isAdjacent(end + 1), case .mark? = token(end)?.shape,
            digits(end + 1, maxCount: 20) != nil
        {
            end += 2
        }
        return end
    }
}
