"""All pages by key. Importing this module registers them."""

from . import choices, rooms
from .page import PAGES, Page

__all__ = ["PAGES", "Page", "choices", "rooms"]
