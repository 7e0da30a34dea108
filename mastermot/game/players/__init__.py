"""The players that look for the secret, a module each, which `mastermot.game.codebreakers` lists."""
