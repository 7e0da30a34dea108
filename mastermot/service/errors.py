"""Errors of the service and of its requests, with their HTTP statuses."""

from mastermot.errors import N_, MastermotError, Reason, UseError


class MalformedJsonError(MastermotError):
    code = "malformed-json"
    title = N_("the body is not JSON")
    message = N_("the body is not JSON: {reason}")
    advice = N_("Send one JSON object in UTF-8, as the document /openapi.json describes it.")
    status = 400
    reason: Reason


class MediaTypeError(MastermotError):
    code = "media-type"
    message = N_("a media type that is not supported")
    advice = N_("Send one of: {known}, in UTF-8, and name it in Content-Type.")
    status = 415
    known: tuple[str, ...]


class EncodingUnknownError(MastermotError):
    code = "encoding-unknown"
    title = N_("a body in an encoding that is not supported")
    message = N_("the encoding “{encoding}” of the body is not supported")
    advice = N_("Send the body as it is, without Content-Encoding.")
    status = 415
    encoding: str


class BodyTooLargeError(MastermotError):
    code = "body-too-large"
    title = N_("the body is too large")
    message = N_("the body is larger than {limit} bytes")
    advice = N_("Send one puzzle, or one game, at a time.")
    status = 413
    limit: int


class RouteMissingError(MastermotError):
    code = "route-missing"
    message = N_("there is nothing at this address")
    advice = N_("The document /openapi.json lists what there is.")
    status = 404


class MethodNotAllowedError(MastermotError):
    code = "method-not-allowed"
    message = N_("the method is not allowed here")
    advice = N_("Use one of: {known}.")
    status = 405
    known: str


class RequestUnreadableError(MastermotError):
    code = "request-unreadable"
    title = N_("the request cannot be read")
    message = N_("the request cannot be read: {reason}")
    advice = N_("Check how the request is written: length, encoding, header fields.")
    status = 400
    reason: str


class BusyError(MastermotError):
    code = "busy"
    message = N_("the service is busy")
    advice = N_("Try again in {seconds:seconds}.")
    status = 503
    seconds: int


class SiteFolderError(UseError):
    code = "site-folder"
    title = N_("a folder with other files")
    message = N_("the folder {folder} has files that no earlier call wrote: {files}")
    advice = N_("Give an empty folder, or the name of a new one.")
    folder: str
    files: tuple[str, ...]


class PyodideFilesError(UseError):
    code = "pyodide-files"
    title = N_("Pyodide is not in this folder")
    message = N_("the folder {folder} lacks {files}")
    command_advice = N_(
        "Install Pyodide with: npm install pyodide@{version} – then give --python node_modules/pyodide."
    )
    folder: str
    files: tuple[str, ...]
    version: str


class PyodideVersionError(UseError):
    code = "pyodide-version"
    title = N_("a Pyodide that does not match the wheels")
    message = N_("this Pyodide is {found}; the wheels are made for {needed}")
    advice = N_("Install the matching one with: npm install pyodide@{version}")
    found: str
    needed: str
    version: str


class PyodideAlteredError(UseError):
    code = "pyodide-altered"
    message = N_("this file of Pyodide is not the one that is expected: its checksum differs")
    advice = N_("Download it again with: npm install pyodide@{version}")
    version: str


class WheelsMissingError(UseError):
    code = "wheels-missing"
    title = N_("wheels that the web app needs")
    message = N_("these wheels are missing: {files}")
    command_advice = N_("Download them on a machine with a connection, then give --wheels wheels: {command}")
    files: tuple[str, ...]
    command: str


class WheelAlteredError(UseError):
    code = "wheel-altered"
    message = N_("this wheel is not the one that is expected: its checksum differs")
    advice = N_("Download it again.")


class InternalError(MastermotError):
    code = "internal"
    message = N_("something unexpected happened")
    advice = N_("Please report it, with what you asked for.")
    status = 500


class KeyUnreadableError(UseError):
    code = "key-unreadable"
    message = N_("this variable is set, but holds no readable key")
    advice = N_(
        "Check the file that it comes from, or unset it: the service then draws a key of its own, which is "
        "lost when it stops."
    )


class KeyShortError(UseError):
    code = "key-short"
    title = N_("a key that is too short")
    message = N_("a key of fewer than {count} characters")
    advice = N_("Make one with: openssl rand -base64 32")
    count: int
