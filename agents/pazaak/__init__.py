"""What bettors of every Pazaak think about: what a turn is worth, and how a seat that stands at a number plays."""
