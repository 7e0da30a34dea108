"""What a browser gets: the page's document, programs and texts. `mastermot.service` serves it."""
