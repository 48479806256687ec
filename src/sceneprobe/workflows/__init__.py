"""The walks from input to result; each file reads like the drawing in the design."""
