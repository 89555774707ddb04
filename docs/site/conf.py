"""The configuration of Sphinx. Nothing is loaded from other servers: the site works offline."""

from docs.site import code_links, search_index
from turnwright import __version__

project = "Turnwright"
author = "The Turnwright authors"
copyright = "The Turnwright authors"
release = version = __version__
extensions = ["myst_parser", "sphinx_copybutton", "sphinx_design"]
myst_enable_extensions = ["colon_fence", "attrs_inline"]
myst_heading_anchors = 4
nitpicky = False
language = "en"
default_role = "code"
highlight_language = "default"
add_module_names = False
toc_object_entries_show_parents = "hide"
maximum_signature_line_length = 88
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Turnwright {__version__}"
templates_path = ["templates"]
html_theme_options = {
    "light_css_variables": {"color-highlight-on-target": "#e2ecff"},
    "dark_css_variables": {"color-highlight-on-target": "#1d2c47"},
}
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True


def setup(app):
    """Add what is our own."""
    code_links.setup(app)
    search_index.setup(app)
