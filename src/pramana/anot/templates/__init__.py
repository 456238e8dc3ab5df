"""Seeds that people reviewed, to start one's own from."""

from pramana.anot.templates.template import TEMPLATES, AnotTemplate, available_templates, template

__all__ = ["TEMPLATES", "AnotTemplate", "available_templates", "template"]
