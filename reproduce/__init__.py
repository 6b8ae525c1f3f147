"""Tables, figures and experiments of the papers: data, plot, comparison with what is printed."""
