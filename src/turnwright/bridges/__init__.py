"""Bridges: other programs and other servers, spoken to in their own words."""
