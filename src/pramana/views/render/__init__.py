"""Results as text, HTML and JSON: `forms.render_as` and `dispatch.parts_of`; the parts of each result in `text`."""

__all__: list[str] = []
