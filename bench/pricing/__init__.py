"""A model made of rules that answers over HTTP, and the count of what was asked of it."""
