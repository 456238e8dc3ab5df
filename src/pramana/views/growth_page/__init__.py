"""The growth of a graph under agents as one HTML page: the graph after each iteration, with a slider over them."""

__all__: list[str] = []
