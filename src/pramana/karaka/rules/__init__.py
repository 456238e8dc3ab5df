"""The embedded model's answers to Kāraka's own ptools: rules over `language`, no network, no weights.

Each module answers one ptool, and abstains rather than guess.
"""
