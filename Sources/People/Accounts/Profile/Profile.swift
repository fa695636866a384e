public import Domain
public import SpotterAPI

extension Profile {
    /// The fields to change; the others stay.
    public struct Change: Sendable {
        public var displayName: String?
        public var timezone: String?
        public var photo: Photo?
        public var sharesReadReceipts: Bool?
        public var sharesPresence: Bool?
        public var customInstructions: FieldChange<String>
        public var locale: FieldChange<String>

        public enum Photo: Sendable {
            case set(MediaID)
            case cleared
        }

        public init(
            displayName: String? = nil,
            timezone: String? = nil,
            photo: Photo? = nil,
            sharesReadReceipts: Bool? = nil,
            sharesPresence: Bool? = nil,
            customInstructions: FieldChange<String> = .unchanged,
            locale: FieldChange<String> = .unchanged
        ) {
            self.displayName = displayName
            self.timezone = timezone
            self.photo = photo
            self.sharesReadReceipts = sharesReadReceipts
            self.sharesPresence = sharesPresence
            self.customInstructions = customInstructions
            self.locale = locale
        }
    }
}
