"""The fields Accept, Accept-Language and Accept-Encoding of requests: names with their qualities (RFC 9110, 12.4)."""

from __future__ import annotations

from functools import lru_cache

from mastermot import locale


@lru_cache(256)
def preferred_language(accepted: str) -> str:
    """Return the language that an Accept-Language field prefers among ours, English when it names none of them.

    >>> preferred_language("de, fr-CA;q=0.8, en;q=0.5")
    'fr'
    """
    qualities = read_qualities(accepted)
    for tag in sorted(qualities, key=lambda tag: -qualities[tag]):
        language = tag.partition("-")[0]
        if qualities[tag] > 0 and language in locale.LANGUAGES:
            return language
    return "en"


@lru_cache(256)
def read_qualities(field: str) -> dict[str, float]:
    """Return the quality that an Accept field gives each of its names.

    >>> read_qualities("deflate, gzip;q=0.8, *;q=0")
    {'deflate': 1.0, 'gzip': 0.8, '*': 0.0}
    """
    qualities = {}
    for part in field.split(","):
        name, _, parameters = part.partition(";")
        number = parameters.lower().replace(" ", "").rpartition("q=")[2] if "q=" in parameters.lower() else "1"
        plain = number.replace(".", "", 1).isdecimal()
        qualities[name.strip().lower()] = min(float(number), 1.0) if plain else 0.0
    return qualities
