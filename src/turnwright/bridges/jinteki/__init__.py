"""Netrunner as jinteki.net has it: a client, an endpoint of our own, and run automation for both."""
