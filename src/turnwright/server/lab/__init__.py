"""The combat lab of the server: jobs that run in worker processes of low priority, and their limits."""
