"""What clients see: messages of the wire protocol and state views."""
