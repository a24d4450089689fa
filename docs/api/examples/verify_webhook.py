import base64
import hashlib
import hmac
import json
import time


def verify_webhook(body: bytes, headers: dict[str, str], secret: str) -> dict:
    """Returns the event if one of the signatures matches. `body` is the raw body, header names are lower case."""
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 5 * 60:
        raise ValueError("Too old, or too new")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = [one.partition(",") for one in headers["webhook-signature"].split(" ")]
    if not any(v == "v1" and hmac.compare_digest(given, expected) for v, _, given in signatures):
        raise ValueError("No signature matches")
    return json.loads(body)
