"""What can be wrong with a picture: the form of its file, and the library that draws it."""

from mastermot.errors import N_, UseError


class PlotFormatError(UseError):
    code = "plot-format"
    message = N_("a plot cannot be written as “{format}”")
    advice = N_("End the name of the file with one of: {known}.")
    format: str
    known: tuple[str, ...]


class PlotLibraryError(UseError):
    code = "plot-library"
    message = N_("plots need matplotlib, which is not installed")
    advice = N_("Install it: python3 -m pip install 'mastermot[plot]'.")
