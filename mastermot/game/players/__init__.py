"""The players that look for the secret, a module each, which `mastermot.game.codebreakers` lists.

To add one, add a module with a class derived from `Codebreaker` (see `base`), under `@register`, and its name there.
"""
