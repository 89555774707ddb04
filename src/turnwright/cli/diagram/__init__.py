"""Flow diagrams: Mermaid, Graphviz and SVG."""
