"""The screens: the games, a match, and dialogs over it (help, a question, the result)."""
