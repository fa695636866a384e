/// How people say that something is over.
enum RecoveryWords {
    private static let file = ProfileWords(PackageResources.recovery_tsv)

    /// Enough by themselves.
    static let strong = file.phrases("strong")
    /// Only if the part that is well again is named before it.
    static let weak = file.phrases("weak")
    /// The part is only on the way.
    static let almost = file.phrases("almost")

    /// Regions that are healed together: who says that the leg is fine means the knee, too.
    static let wider = file.lists("wider")
    static let longOver = file.phrases("long over")
}
