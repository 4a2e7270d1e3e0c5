package corpus

// Why claims are not judged, where that is the same for several.
const (
	byDefinition = "true by the definitions, there is nothing to search"
	asymptotic   = "a statement on the order of growth; finitely many instances say nothing of it"
	cited        = "quoted from a paper whose algorithm or construction the text does not give"
	informal     = "a comparison or a recommendation without a statement that could be false"
	random       = "averages over random runs on computers of the time, given in figures that are missing from the copy; " +
		"no set of runs makes them true or false"
)
