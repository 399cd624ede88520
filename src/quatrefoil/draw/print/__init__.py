"""Pictures for paper and screens: what needs the extra `pictures`."""
