"""A running match for every front end: what is presented of it, and the computer that plays in it."""
