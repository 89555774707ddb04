"""Encodings on the wire: EDN, MessagePack with extensions, Sente frames."""
