from stories import server, story

__all__ = ["server", "story"]
