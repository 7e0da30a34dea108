"""What a browser gets: the page's document, programs and texts. `mastermot.web` serves it."""
