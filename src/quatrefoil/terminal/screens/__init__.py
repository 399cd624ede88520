"""The screens: the games, a match, and what comes over it (help, a question, the result)."""
