"""What can be wrong with the service, and with a request. `mastermot.service.problems` has their HTTP statuses."""

from mastermot.errors import N_, MastermotError, UseError


class MalformedJsonError(MastermotError):
    title = N_("the body is not JSON")
    message = N_("the body is not JSON: {reason}")
    advice = N_("Send one JSON object in UTF-8, as the document /openapi.json describes it.")
    status = 400


class MediaTypeError(MastermotError):
    message = N_("a media type that is not read here")
    advice = N_("Send one of: {known}, in UTF-8, and name it in Content-Type.")
    status = 415


class BodyTooLargeError(MastermotError):
    title = N_("the body is too large")
    message = N_("the body is larger than {limit} bytes")
    advice = N_("Send one puzzle, or one game, at a time.")
    status = 413


class RouteMissingError(MastermotError):
    message = N_("there is nothing at this address")
    advice = N_("The document /openapi.json lists what there is.")
    status = 404


class MethodNotAllowedError(MastermotError):
    message = N_("the method is not allowed here")
    advice = N_("Use one of: {known}.")
    status = 405


class RequestUnreadableError(MastermotError):
    title = N_("the request cannot be read")
    message = N_("the request cannot be read: {reason}")
    advice = N_("Check how the request is written: length, encoding, header fields.")
    status = 400


class BusyError(MastermotError):
    message = N_("the service is busy")
    advice = N_("Try again in {seconds} seconds.")
    status = 503


class PhotoFilesError(MastermotError):
    title = N_("the recogniser of photos is not in this folder")
    message = N_("the folder {folder} lacks {files}")
    advice = N_("Install them with npm install tesseract.js@7.0.0 @tesseract.js-data/fra; the folder is node_modules.")


class SiteFolderError(UseError):
    title = N_("a folder with other files")
    message = N_("the folder {folder} has files that no earlier call wrote: {files}")
    advice = N_("Give an empty folder, or the name of a new one.")


class PyodideFilesError(UseError):
    title = N_("Pyodide is not in this folder")
    message = N_("the folder {folder} lacks {files}")
    command_advice = N_("Bring Pyodide with: npm install pyodide@{version} – then give --python node_modules/pyodide.")


class PyodideVersionError(UseError):
    title = N_("another Pyodide than the wheels are made for")
    message = N_("this Pyodide is {found}; the wheels are made for {needed}")
    advice = N_("Bring the one that fits with: npm install pyodide@{version}")


class WheelsMissingError(UseError):
    title = N_("wheels that the page needs")
    message = N_("these wheels are missing: {files}")
    command_advice = N_("Bring them where there is a connection, then give --wheels wheels: {command}")


class WheelAlteredError(UseError):
    message = N_("this wheel is not the one that is expected: its checksum differs")
    advice = N_("Bring it again.")


class InternalError(MastermotError):
    message = N_("something unexpected happened")
    advice = N_("Please report it, with what you asked for.")
    status = 500


class KeyShortError(UseError):
    title = N_("a key that is too short")
    message = N_("a key of fewer than {count} characters")
    advice = N_("Make one with: openssl rand -base64 32")
