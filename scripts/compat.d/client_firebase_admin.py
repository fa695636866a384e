"""firebase-admin: a backend that verifies the ID tokens of this server's users, with the keys that it publishes."""

import jwt
from firebase_admin import auth

from firebase_world import KEYS, NOW, PROJECT, identity, point_admin_at, set_clock, sign_in
from harness import check, expect_error, finish, studio

with studio() as server:
    point_admin_at(server)
    alex = sign_in(server, "alex@example.com")

    @check("an ID token of signInWithPassword is verified")
    def _():
        claims = auth.verify_id_token(alex["idToken"])
        assert claims["uid"] == claims["sub"] == claims["user_id"] == alex["localId"], claims
        assert claims["email"] == "alex@example.com" and claims["name"], claims
        assert claims["firebase"]["sign_in_provider"] == "password", claims
        assert claims["exp"] - claims["iat"] == 3600 and claims["auth_time"] <= claims["iat"], claims

    @check("so is one of a refresh, for the same user and log-in")
    def _():
        body = {"grant_type": "refresh_token", "refresh_token": sign_in(server, "alex@example.com")["refreshToken"]}
        status, answer = identity(server, "token", body, host="securetoken.googleapis.com")
        assert status == 200 and answer["project_id"] == PROJECT, answer
        assert auth.verify_id_token(answer["id_token"])["uid"] == alex["localId"] == answer["user_id"]

    @check("one that was changed is refused")
    def _():
        head, body, signature = alex["idToken"].split(".")
        other = sign_in(server, "priya@example.com")["idToken"].split(".")[1]
        for forged in (f"{head}.{other}.{signature}", f"{head}.{body}.{signature[:-4]}AAAA", f"{head}.{body}."):
            expect_error(auth.InvalidIdTokenError, lambda: auth.verify_id_token(forged))
        assert server.request("GET", "/v1/me", token=f"{head}.{other}.{signature}")[0] == 401

    @check("one is refused an hour later")
    def _():
        set_clock(NOW, plus=3900)
        try:
            expect_error(auth.ExpiredIdTokenError, lambda: auth.verify_id_token(alex["idToken"]))
        finally:
            set_clock(NOW)

    @check("an access token of the native API is none")
    def _():
        expect_error(auth.InvalidIdTokenError, lambda: auth.verify_id_token(server.login("alex@example.com")))

    @check("the key set verifies it too (PyJWT)")
    def _():
        key = jwt.PyJWKClient(server.url + KEYS).get_signing_key_from_jwt(alex["idToken"])
        claims = jwt.decode(alex["idToken"], key, algorithms=["RS256"], audience=PROJECT,
                            issuer=f"https://securetoken.google.com/{PROJECT}",
                            options={"verify_exp": False, "verify_iat": False})
        assert claims["sub"] == alex["localId"]

    @check("the native API takes it as well, until its session ends")
    def _():
        token = sign_in(server, "alex@example.com")["idToken"]
        assert server.request("GET", "/v1/me", token=token)[1]["user"]["id"] == alex["localId"]
        assert server.request("POST", "/v1/auth/logout", token=token)[0] == 204
        assert server.request("GET", "/v1/me", token=token)[0] == 401
        status, answer = identity(server, "accounts:lookup", {"idToken": token})
        assert (status, answer["error"]["message"]) == (400, "TOKEN_EXPIRED"), answer

finish()
