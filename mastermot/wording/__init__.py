"""What both the command and the page say: steps told, the printed sheet. It knows the library, and neither of them."""
