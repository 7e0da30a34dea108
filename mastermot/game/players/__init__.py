"""What players share, and those that are long; `mastermot.game.codebreakers` has the others, and lists them all."""
