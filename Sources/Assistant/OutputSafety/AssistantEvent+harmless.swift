import Domain
package import SpotterAPI

extension AssistantEvent {
    /// The event without foreign links, HTML and invisible characters in what is shown as the assistant's text.
    package func harmless(_ links: LinkFilter) -> AssistantEvent {
        switch self {
        case .textDelta(let text): .textDelta(links.harmless(text))
        case .thinkingDelta(let text): .thinkingDelta(links.harmless(text))
        case .needs(let needs): .needs(needs.harmless(links))
        case .lookup(let lookup): .lookup(lookup.harmless(links))
        case .started, .retrieved, .webSearch, .proposal, .usage, .completed, .failed: self
        }
    }
}

extension AssistantEvent {
    /// The mail addresses by which a choice tells people apart.
    package var addresses: Set<String> {
        guard case .needs(.selection(_, _, let options)) = self else { return [] }
        return Set(
            options.map { $0.subtitle.lowercased() }.filter { $0.wholeMatch(of: /[a-z0-9._+-]+@[a-z0-9.-]+/) != nil }
        )
    }
}

extension LinkFilter {
    package func harmless(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: HiddenScalars.contains) else { return cleaned(text) }
        var visible = String.UnicodeScalarView()
        visible.append(contentsOf: text.unicodeScalars.filter { !HiddenScalars.contains($0) })
        return cleaned(String(visible))
    }
}

extension LookupStatus {
    fileprivate func harmless(_ links: LinkFilter) -> LookupStatus {
        LookupStatus(state: state, tool: tool, text: links.harmless(text), result: result.map(links.harmless))
    }
}

extension Needs {
    fileprivate func harmless(_ links: LinkFilter) -> Needs {
        switch self {
        case .selection(let about, let prompt, let options):
            .selection(
                about: about,
                prompt: links.harmless(prompt),
                options: options.map {
                    Option(id: $0.id, title: links.harmless($0.title), subtitle: links.harmless($0.subtitle))
                }
            )
        case .conflict(let conflict):
            .conflict(
                Conflict(
                    conflictsWith: conflict.conflictsWith.map {
                        Conflict.Event(
                            eventId: $0.eventId,
                            title: links.harmless($0.title),
                            startsAt: $0.startsAt,
                            endsAt: $0.endsAt
                        )
                    },
                    suggestions: conflict.suggestions,
                    proposed: conflict.proposed
                )
            )
        case .clarification(let missing, let prompt): .clarification(missing: missing, prompt: links.harmless(prompt))
        case .notFound(let about, let name): .notFound(about: about, name: links.harmless(name))
        case .refusal(let reason): .refusal(reason: links.harmless(reason))
        case .other: self
        }
    }
}
