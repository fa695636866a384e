/// The app's kinds of questions, by `prompt_type`, and what a language model is told of each. These are wishes: they change
/// no rule.
enum AdviceTopic: String {
    case standard = "default"
    case detailed, baseball, football, basketball

    var instructions: String? {
        switch self {
        case .standard: nil
        case .detailed: "Explain at length: what speaks for and against each option, and what would change your mind."
        case .baseball:
            "The question is about baseball, often about a fantasy league. Weigh match-ups, playing time, injuries and "
                + "this season's figures; ask the data tools for figures, where there are some."
        case .football:
            "The question is about football, often about a fantasy league. Weigh match-ups, snaps and targets, injuries "
                + "and the league's scoring."
        case .basketball:
            "The question is about basketball, often about a fantasy league. Weigh minutes, games in the week, injuries "
                + "and the league's categories."
        }
    }
}
