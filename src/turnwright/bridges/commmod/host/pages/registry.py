"""All pages by their keys."""

from . import choices, rooms
from .page import PAGES, Page

__all__ = ["PAGES", "Page", "choices", "rooms"]
