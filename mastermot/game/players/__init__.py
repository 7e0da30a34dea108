"""What players share, and the usual one; `mastermot.game.codebreakers` has the others, and lists them all."""
