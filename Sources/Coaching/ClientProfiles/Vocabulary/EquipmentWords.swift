/// What people train with, and where.
enum EquipmentWords {
    private static let file = ProfileWords(PackageResources.equipment_tsv)

    static let items = file.terms("items")
    static let owning = file.phrases("owning")
    static let quantities = file.words("quantities")
    /// Words of a training log.
    static let logging = file.words("logging")
    static let parting = file.phrases("parting")
    static let gym = file.phrases("gym")
    static let given = file.phrases("given")
    static let bought = file.words("bought")
    static let wished = file.words("wished")
    static let ownBench = file.words("own bench")
}
