"""Seeds that people reviewed, to start one's own from."""

from pramana.anot.templates.template import TEMPLATES, AnotTemplate, template, templates

__all__ = ["TEMPLATES", "AnotTemplate", "template", "templates"]
