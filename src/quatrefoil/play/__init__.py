"""A running match for every front end: what is shown of it, and the computer that plays in it."""
