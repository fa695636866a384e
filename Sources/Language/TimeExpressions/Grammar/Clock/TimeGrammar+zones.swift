extension TimeGrammar {
    /// The time zone after a clock time: "EST", "UTC+2", "+02:00", "Z", "London time", "in Stockholm".
    func zone(_ index: Int) -> Parsed<ZoneReference>? {
        if let offset = utcOffset(index) { return Parsed(value: .fixed(offset.value), end: offset.end) }
        if let owner = zoneOwner(skip(skipComma(index), .in)) { return owner }
        guard let word = token(index), word.isWord else { return nil }
        if let named = namedZone(index) { return named }
        if word.text == "z", word.isAdjacent { return Parsed(value: .fixed(0), end: index + 1) }
        if let zone = ZoneNames.all.abbreviations[word.text], word.meanings.isEmpty,
            word.isCapitalised || style.language == "en"
        {
            if zone == .fixed(0), let offset = utcOffset(index + 1) {
                return Parsed(value: .fixed(offset.value), end: offset.end)
            }
            return Parsed(value: zone, end: skip(skip(index + 1, .time), .time))
        }
        let place = skip(skipComma(index), .in, .on, .at)
        let start = place > index && city(place) == nil ? skip(place, .the) : place
        guard let city = city(start) else { return nil }
        // "New York-tid"
        let end = isMark(city.end, "-") && has(city.end + 1, .time) ? city.end + 1 : city.end
        let isNamed = start > index || has(end, .time)
        guard isNamed || isWhole || token(start)?.isCapitalised == true else { return nil }
        if !isWhole, !has(city.end, .time), let name = token(start), !name.isCapitalised,
            ZoneNames.all.ordinary.contains(name.text)
        {
            return nil
        }
        return Parsed(value: .named(city.value), end: skip(end, .time))
    }

    /// "Central European Time", "hora de Nueva York".
    private func namedZone(_ index: Int) -> Parsed<ZoneReference>? {
        // "hora de Madrid", "heure du Québec", "no horário de Lisboa", "hora peninsular"
        let start = skip(skipComma(index), .in)
        let place = skip(start + 1, .of)
        if has(start, .time), let city = city(start + 1) ?? city(place) ?? city(skip(place, .the)) {
            return Parsed(value: .named(city.value), end: city.end)
        }
        guard let city = city(index), city.end > index + 1, has(city.end, .time) else { return nil }
        return Parsed(value: .named(city.value), end: city.end + 1)
    }

    /// "his time", "her local time", "Kenji's time".
    private func zoneOwner(_ index: Int) -> Parsed<ZoneReference>? {
        if let owner = pick(index, { if case .timeOf(let owner) = $0 { Optional(owner) } else { nil } }) {
            return Parsed(value: .person(owner), end: index + 1)
        }
        guard let name = token(index), name.isWord, name.meanings.isEmpty, name.text.hasSuffix("'s"),
            has(index + 1, .time)
        else { return nil }
        return Parsed(value: .person(.named(String(name.raw.dropLast(2)))), end: index + 2)
    }

    /// The longest city name of up to three words.
    func city(_ index: Int) -> Parsed<String>? {
        var name = ""
        var found: Parsed<String>?
        var place = index
        for _ in 0..<3 {
            let isJoined = !name.isEmpty && isMark(place, "-")
            if isJoined { place += 1 }
            guard let token = token(place), token.isWord else { break }
            name += name.isEmpty ? token.text : (isJoined ? "-" : " ") + token.text
            // "LA" is a city, "la" is an article.
            if let zone = ZoneNames.all.places[name], name.count > 2 || token.isCapitalised {
                found = Parsed(value: zone, end: place + 1)
            }
            place += 1
        }
        return found
    }

    /// "+02:00", "-5", "+0530" as seconds.
    private func utcOffset(_ index: Int) -> Parsed<Int>? {
        let isNegative = isMark(index, "-")
        guard isNegative && isAdjacent(index) || isMark(index, "+"), isAdjacent(index + 1),
            let first = digits(index + 1)
        else {
            return nil
        }
        var seconds = first.count > 2 ? (first.value / 100 * 60 + first.value % 100) * 60 : first.value * 3600
        var end = index + 2
        if first.count <= 2, isMark(end, ":"), let minutes = digits(end + 1), minutes.count == 2, minutes.value < 60 {
            seconds += minutes.value * 60
            end += 2
        } else if isNegative, first.count < 2, unit(end) != nil {
            return nil
        }
        guard seconds <= 15 * 3600 else { return nil }
        return Parsed(value: isNegative ? -seconds : seconds, end: end)
    }
}
