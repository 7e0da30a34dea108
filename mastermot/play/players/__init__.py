"""The players that look for the secret, a module each: `mastermot.play.codebreakers` finds them here.

To add one, add a module with a class derived from `Codebreaker` (see `base`), under `@register`.
"""
