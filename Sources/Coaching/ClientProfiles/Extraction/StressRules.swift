import Domain

/// Work, sleep and what goes on in life.
enum StressRules {
    static func statements(in reading: MessageReading) -> [ProfileStatement] {
        var found: [ProfileStatement] = []
        for sentence in reading.sentences where !sentence.isQuestion {
            if let range = StressWords.over.first(in: sentence.tokens), sentence.isOwn(range.lowerBound) {
                let isSleep = sentence.has(StressWords.ofSleep)
                let isExam = sentence.has(["exam", "exams"])
                found.append(
                    ProfileStatement(
                        .stressFactors,
                        isSleep ? ["sleep"] : isExam ? ["exam"] : ["exam", "work"],
                        sentence.excerpt(around: range),
                        0.8,
                        in: sentence,
                        kind: .resolution
                    )
                )
                continue
            }
            for cue in StressWords.cues {
                guard let range = cue.phrases.first(in: sentence.tokens), isSaid(range, in: sentence) else { continue }
                found.append(
                    ProfileStatement(
                        .stressFactors,
                        [cue.topic],
                        sentence.excerpt(around: range),
                        cue.confidence,
                        in: sentence
                    )
                )
                break
            }
        }
        return found
    }

    private static func isSaid(_ range: Range<Int>, in sentence: ProfileSentence) -> Bool {
        let start = range.lowerBound
        // "can't sleep on that side"
        if sentence.tokens[range].last?.word == "sleep", sentence.tokens[safe: range.upperBound]?.word == "on" {
            return false
        }
        let isFromTraining = sentence.has(StressWords.fromTraining) && !sentence.has(StressWords.notOfTraining)
        return sentence.isOwn(start) && !sentence.isSupposed(start) && !sentence.isPast && !isFromTraining
            && !sentence.isNegated(start, within: 3)
    }
}
