"""The three callables as the app's contract has them, on Google's own firebase-functions. What they say is deterministic
here: errors, and answers about nothing.

Python's library hands integers of Apple's client over as they were wrapped; Node's unwraps them, and so does this.
"""

from firebase_functions import https_fn

Code = https_fn.FunctionsErrorCode
LONG = {"type.googleapis.com/google.protobuf.Int64Value", "type.googleapis.com/google.protobuf.UInt64Value"}


def unwrapped(value):
    if isinstance(value, list):
        return [unwrapped(each) for each in value]
    if isinstance(value, dict):
        if value.get("@type") in LONG:
            return int(value["value"])
        return {name: unwrapped(each) for name, each in value.items()}
    return value


def refuse(code, message):
    raise https_fn.HttpsError(code, message)


def fields(request, without_token):
    """The caller's id and the fields of the data."""
    if request.auth is None:
        refuse(Code.UNAUTHENTICATED, without_token)
    data = unwrapped(request.data)
    return request.auth.uid, data if isinstance(data, dict) else {}


@https_fn.on_call()
def chatWithAI(request):
    uid, data = fields(request, "You must be authenticated to use AI chat")
    if data.get("userId") != uid:
        refuse(Code.PERMISSION_DENIED, "User ID does not match authenticated user")
    message = data.get("message")
    if not isinstance(message, str):
        refuse(Code.INVALID_ARGUMENT, "Message must be a non-empty string")
    if not message.strip():
        refuse(Code.INVALID_ARGUMENT, "Message cannot be empty")
    if len(message) > 4000:
        refuse(Code.INVALID_ARGUMENT, "Message is too long. Maximum 4000 characters allowed.")
    refuse(Code.PERMISSION_DENIED, "You do not have access to this conversation")


@https_fn.on_call()
def semanticSearch(request):
    uid, data = fields(request, "You must be authenticated to search")
    if data.get("userId") != uid:
        refuse(Code.PERMISSION_DENIED, "User ID does not match authenticated user")
    query, limit = data.get("query"), data.get("limit", 10)
    if not isinstance(query, str):
        refuse(Code.INVALID_ARGUMENT, "Query must be a non-empty string")
    if not query.strip():
        refuse(Code.INVALID_ARGUMENT, "I need a question to search for. What would you like to know?")
    if len(query.strip()) > 500:
        refuse(Code.INVALID_ARGUMENT, "Query is too long. Maximum 500 characters allowed.")
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= 50:
        refuse(Code.INVALID_ARGUMENT, "Limit must be between 1 and 50")
    return {"success": True, "count": 0, "query": query.strip(), "results": []}


@https_fn.on_call()
def executeFunctionCall(request):
    _, data = fields(request, "You must be authenticated to execute functions")
    name, parameters = data.get("functionName"), data.get("parameters")
    if not isinstance(name, str) or not name:
        refuse(Code.INVALID_ARGUMENT, "Function name must be provided")
    if not isinstance(parameters, dict):
        refuse(Code.INVALID_ARGUMENT, "Parameters must be an object")
    known = {"scheduleCall", "setReminder", "sendMessage", "searchMessages", "rescheduleEvent", "cancelEvent"}
    if name not in known:
        refuse(Code.INVALID_ARGUMENT, f"Unknown function: {name}")
    if name == "sendMessage":
        words = "Chat not found." if "chatId" in parameters else "Either chatId or clientName must be provided."
        return {"success": False, "actionId": "", "error": words}
    if name == "searchMessages":
        query = parameters["query"]
        return {"success": True, "actionId": "", "result": f'No messages found matching "{query}".',
                "data": {"messages": [], "count": 0}}
    return {"success": False, "actionId": "", "error": "Event not found."}
