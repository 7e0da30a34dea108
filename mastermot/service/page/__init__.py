"""What a browser gets: the page's document, programs and texts, from the service or as a folder of plain files."""
