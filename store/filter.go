package store

// Matcher returns a function that reports whether f lets a record pass. The
// generation is not a record's and not looked at.
func (f Filter) Matcher() func(*Record) bool {
	docs := make(map[string]bool, len(f.Docs))
	for _, d := range f.Docs {
		docs[d] = true
	}
	where := make([]func(*Record) bool, len(f.Where))
	for i, c := range f.Where {
		where[i] = c.matcher()
	}
	return func(r *Record) bool {
		if len(docs) > 0 && !docs[r.DocID] ||
			f.Collection != "" && f.Collection != r.Collection ||
			f.Lang != "" && f.Lang != r.Lang ||
			f.Role != "" && f.Role != r.Role {
			return false
		}
		for k, v := range f.Meta {
			if got, ok := r.Meta[k]; !ok || got != v {
				return false
			}
		}
		for _, holds := range where {
			if !holds(r) {
				return false
			}
		}
		return true
	}
}
