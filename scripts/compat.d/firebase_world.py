"""What both Firebase clients stand on: sign-in by Google's protocol, and firebase-admin pointed at a server.

firebase-admin knows one address of certificates and the machine's clock. Here it gets the server's: nothing else about
it is changed, so what it verifies it verifies as everywhere.
"""

import datetime
import json
import urllib.error
import urllib.request

import firebase_admin
import google.auth.credentials
from firebase_admin import _token_gen, credentials
from google.auth import _helpers

from harness import NOW, PASSWORD

PROJECT = "spotter"
CERTIFICATES = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
KEYS = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"


class Nobody(credentials.Base):
    """firebase-admin wants credentials even where it only verifies."""

    def get_credential(self):
        return google.auth.credentials.AnonymousCredentials()


def point_admin_at(server):
    """firebase-admin's app for this server's tokens."""
    _token_gen.ID_TOKEN_CERT_URI = server.url + CERTIFICATES
    set_clock(NOW)
    return firebase_admin.initialize_app(Nobody(), {"projectId": PROJECT})


def set_clock(text, plus=120):
    """Sets firebase-admin's clock to the server's, which began at `text` some seconds ago."""
    began = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    now = (began + datetime.timedelta(seconds=plus)).replace(tzinfo=None)
    _helpers.utcnow = lambda: now


def identity(server, method, body, host="identitytoolkit.googleapis.com"):
    """Status and JSON of a call as a client of Firebase's emulator spells it."""
    request = urllib.request.Request(
        f"{server.url}/{host}/v1/{method}?key=the-apps-key", json.dumps(body).encode(),
        {"Content-Type": "application/json", "X-Client-Version": "iOS/FirebaseSDK/11.0.0/FirebaseCore-iOS"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


def sign_in(server, email, password=PASSWORD):
    status, answer = identity(server, "accounts:signInWithPassword",
                              {"email": email, "password": password, "returnSecureToken": True})
    assert status == 200, answer
    return answer
