/// What clients show in place of erased words.
enum ErasedTexts {
    static let answer =
        "This answer was erased: messages that it was made from were deleted, or you may no longer read them."
    static let question = "This question was erased together with its answer."
    static let title = "Erased"
    static let summary = "Erased: what this was about was deleted."
}
