public import Domain

/// What is known about a client, by category, with numbers to name items by.
public enum ProfileFormatter {
    public static func lines(_ items: [ProfileItem], of name: String) -> [String] {
        guard !items.isEmpty else { return ["Nothing is known about \(TerminalText.line(name)) yet."] }
        var lines: [String] = []
        var category: ProfileItem.Category?
        for (index, item) in items.enumerated() {
            if item.category != category { lines.append(title(of: item.category)) }
            category = item.category
            lines.append("  \(index + 1). \(TerminalText.line(item.text))\(remark(on: item))")
        }
        return lines
    }

    static func title(of category: ProfileItem.Category) -> String {
        switch category {
        case .injuries: "Injuries and health"
        case .goals: "Goals"
        case .equipment: "Equipment"
        case .preferences: "Preferences"
        case .travel: "Travel"
        case .stressFactors: "Work and life"
        }
    }

    static func remark(on item: ProfileItem) -> String {
        var remarks: [String] = []
        if item.status != .current { remarks.append(item.status.rawValue) }
        if let end = item.validTo { remarks.append("until \(end.description.prefix(10))") }
        if item.createdBy == .manual || item.editedAt != nil { remarks.append("by hand") }
        if item.confidence < 0.8 { remarks.append("not sure") }
        return remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    }
}
