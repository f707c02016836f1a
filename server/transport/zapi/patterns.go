package zapi

// Patterns lists everything the shim answers, as "METHOD /path/{variable}", in the order of the
// table. Pages' data is answered below /zapi/internal too, which is not listed.
func Patterns() []string {
	var all []string
	for _, r := range table {
		all = append(all, r.method()+" "+r.path)
	}
	return all
}

// Document names the document that answers a pattern of Patterns.
func Document(pattern string) string {
	for _, r := range table {
		if r.method()+" "+r.path == pattern {
			return r.document
		}
	}
	return ""
}
