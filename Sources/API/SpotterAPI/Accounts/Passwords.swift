public import Domain

/// Changes the user's password: `POST /v1/auth/password`. All other sessions end.
///
/// ```swift
/// let request = ChangePasswordRequest(currentPassword: Secret("old horse"), newPassword: Secret("new horse"))
/// ```
public struct ChangePasswordRequest: APIValue {
    public let currentPassword: Secret
    public let newPassword: Secret

    public init(currentPassword: Secret, newPassword: Secret) {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
    }

    public static var example: ChangePasswordRequest {
        ChangePasswordRequest(currentPassword: Secret("correct horse"), newPassword: Secret("battery staple"))
    }
}

/// Sets a password with a one-time token: `POST /v1/auth/reset`. All sessions end.
///
/// ```swift
/// let request = ResetPasswordRequest(resetToken: Secret("sp_p_…"), newPassword: Secret("new horse"))
/// ```
public struct ResetPasswordRequest: APIValue {
    public let resetToken: Secret
    public let newPassword: Secret

    public init(resetToken: Secret, newPassword: Secret) {
        self.resetToken = resetToken
        self.newPassword = newPassword
    }

    public static var example: ResetPasswordRequest {
        ResetPasswordRequest(resetToken: Secret("sp_p_…"), newPassword: Secret("battery staple"))
    }
}

/// A one-time token that lets its bearer set a user's password: `POST /v1/admin/users/{user}/reset`.
///
/// ```swift
/// func show(_ reset: PasswordReset) { print("until", reset.expiresAt) }
/// ```
public struct PasswordReset: APIValue {
    public let resetToken: Secret
    public let expiresAt: Timestamp

    public init(resetToken: Secret, expiresAt: Timestamp) {
        self.resetToken = resetToken
        self.expiresAt = expiresAt
    }

    public static var example: PasswordReset {
        PasswordReset(resetToken: Secret("sp_p_…"), expiresAt: Examples.later)
    }
}

/// Deletes the user's own account: `DELETE /v1/me`.
///
/// ```swift
/// let request = DeleteAccountRequest(password: Secret("correct horse"))
/// ```
public struct DeleteAccountRequest: APIValue {
    public let password: Secret

    public init(password: Secret) { self.password = password }

    public static var example: DeleteAccountRequest { DeleteAccountRequest(password: Secret("correct horse")) }
}
