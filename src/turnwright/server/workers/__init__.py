"""Worker processes of low priority: how the server starts them and exchanges frames with them."""
