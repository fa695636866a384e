public import Domain

/// What a trainer knows about a client: `GET /v1/clients/{userId}/profile`.
///
/// ```swift
/// let injuries = response.items.filter { $0.category == .injuries && $0.status == .current }
/// ```
public struct ClientProfileResponse: APIValue {
    /// By category, those that hold first, newest first.
    public let items: [ProfileItem]
    /// When the trainer has looked it through last.
    @Nullable public var reviewedAt: Timestamp?

    public init(_ profile: ClientProfile) {
        items = profile.items
        reviewedAt = profile.reviewedAt
    }

    public static var example: ClientProfileResponse { ClientProfileResponse(Examples.clientProfile) }
}

/// What the client's trainers know about them: `GET /v1/me/profile`, a profile for each trainer.
public struct OwnProfilesResponse: APIValue {
    public let profiles: [ClientProfile]

    public init(profiles: [ClientProfile]) { self.profiles = profiles }
    public static var example: OwnProfilesResponse { OwnProfilesResponse(profiles: [Examples.clientProfile]) }
}

/// Writes an item down by hand: `POST /v1/clients/{userId}/profile/items` and `POST /v1/me/profile/{trainerId}/items`.
///
/// ```swift
/// let request = NewProfileItemRequest(category: .equipment, text: "Two dumbbells of 10 kg")
/// ```
public struct NewProfileItemRequest: APIValue {
    /// In characters.
    public static let maxTextLength = 500

    public let category: ProfileItem.Category
    public let text: String
    /// Now if left out.
    public let validFrom: Timestamp?
    public let validTo: Timestamp?

    public init(
        category: ProfileItem.Category,
        text: String,
        validFrom: Timestamp? = nil,
        validTo: Timestamp? = nil
    ) {
        self.category = category
        self.text = text
        self.validFrom = validFrom
        self.validTo = validTo
    }

    public static var example: NewProfileItemRequest {
        NewProfileItemRequest(category: .equipment, text: "Two dumbbells of 10 kg")
    }
}

/// Changes an item by hand: `PATCH …/profile/items/{itemId}`. Omitted fields stay unchanged. What was changed by hand
/// isn't changed by messages any more.
///
/// ```swift
/// let request = UpdateProfileItemRequest(status: .resolved)
/// ```
public struct UpdateProfileItemRequest: APIValue {
    public let category: ProfileItem.Category?
    public let text: String?
    public let status: ProfileItem.Status?
    public let validFrom: FieldChange<Timestamp>
    public let validTo: FieldChange<Timestamp>

    public init(
        category: ProfileItem.Category? = nil,
        text: String? = nil,
        status: ProfileItem.Status? = nil,
        validFrom: FieldChange<Timestamp> = .unchanged,
        validTo: FieldChange<Timestamp> = .unchanged
    ) {
        self.category = category
        self.text = text
        self.status = status
        self.validFrom = validFrom
        self.validTo = validTo
    }

    public static var example: UpdateProfileItemRequest { UpdateProfileItemRequest(status: .resolved) }
}

/// One item, after it was written or changed.
public struct ProfileItemResponse: APIValue {
    public let item: ProfileItem

    public init(item: ProfileItem) { self.item = item }
    public static var example: ProfileItemResponse { ProfileItemResponse(item: Examples.profileItem) }
}
