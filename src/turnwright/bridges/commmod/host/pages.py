"""All pages by their keys."""

from turnwright.bridges.commmod.host import picking, rooms
from turnwright.bridges.commmod.host.page import PAGES, Page

__all__ = ["PAGES", "Page", "picking", "rooms"]
