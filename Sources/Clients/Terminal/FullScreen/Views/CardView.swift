import Domain
import SpotterAPI
import SpotterClient

/// What the assistant waits for: a proposal to confirm, or a choice.
struct CardView {
    private let model: AppModel
    private let columns: Int

    init(_ model: AppModel, columns: Int) {
        self.model = model
        self.columns = columns
    }

    private static let bar = StyledText(" ▎ ", .waiting)

    func rows(_ proposal: Proposal) -> [StyledText] {
        var lines = TerminalText.block(proposal.summary).split(separator: "\n").map { StyledText(String($0), .strong) }
        lines += proposal.doubts.map { StyledText("! \($0.text)", .waiting) }
        let minutes = max(proposal.expiresAt.milliseconds(since: model.clock.now()) / 60_000, 0)
        lines.append(
            StyledText(keys([(.confirm, "confirm"), (.change, "change"), (.cancel, "cancel")]), .accent)
                + StyledText("   \(minutes) min left", .dim)
        )
        return framed(lines)
    }

    func rows(_ needs: Needs) -> [StyledText] {
        switch needs {
        case .selection(_, let prompt, let options):
            return framed(
                [StyledText(prompt, .strong)]
                    + options.prefix(9).enumerated().map { index, option in
                        StyledText("\(index + 1) ", .accent) + StyledText(option.title)
                            + StyledText("  \(option.subtitle)", .dim)
                    } + [StyledText(keys([(.cancel, "neither")]), .accent)]
            )
        case .conflict(let conflict):
            let now = model.clock.now()
            let events = conflict.conflictsWith.map {
                StyledText("\(model.time.moment($0.startsAt, now: now))–\(model.time.clock($0.endsAt)) \($0.title)")
            }
            let free = conflict.suggestions.prefix(9).enumerated().map { index, time in
                StyledText("\(index + 1) ", .accent) + StyledText(model.time.moment(time, now: now))
            }
            return framed(
                [StyledText("That time is taken:", .strong)] + events
                    + (free.isEmpty ? [] : [StyledText("Free instead:", .strong)] + free)
                    + [StyledText(keys([(.cancel, "neither")]), .accent)]
            )
        case .clarification, .notFound, .refusal, .other: return []
        }
    }

    private func keys(_ actions: [(KeyAction, String)]) -> String {
        model.keyHints(actions, in: .card, separator: "   ")
    }

    private func framed(_ lines: [StyledText]) -> [StyledText] {
        [StyledText()]
            + lines.flatMap { $0.wrapped(to: max(columns - 5, 4), indent: 2) }.map { Self.bar + $0 }
    }
}
