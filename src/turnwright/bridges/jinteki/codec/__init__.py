"""Wire encodings: EDN, MessagePack with extensions, and Sente frames."""
