package store

// The roles of records.
const (
	// RoleChunk is a body that is searched: where it has a Parent it is found,
	// and the parent is delivered.
	RoleChunk = "chunk"
	// RoleParent is a larger body, delivered where one of the chunks in it is
	// found. It is stored, and never searched.
	RoleParent = "parent"
	// RoleDerived is a text of its own, found instead of the chunk that its Parent
	// names, which is delivered.
	RoleDerived = "derived"
)

// Searched reports whether r is in indexes of words and vectors, and in what
// they count: whatever isn't a parent.
func (r *Record) Searched() bool { return r.Role != RoleParent }
