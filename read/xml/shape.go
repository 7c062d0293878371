package xml

// isProse reports whether the document is written to be read: a good part of
// its text lies in paragraphs by name, or beside elements in the same parent;
// or its texts are long, and don't come in records.
func (n *node) isProse() bool {
	var s shape
	s.look(n)
	total := n.measure.bytes
	switch {
	case total == 0:
		return false
	case n.name == "TEI", n.name == "TEI.2", n.name == "teiCorpus", n.name == "dita":
		return true
	case 10*s.para >= 3*total, 4*s.mixed >= total:
		return true
	}
	return 10*s.long >= 7*total && !s.records
}

// longText is how long a text is at least, in bytes, that is no value.
const longText = 120

// shape is what is known of all elements together.
type shape struct {
	para    int32 // bytes in elements that are called paragraphs
	mixed   int32 // bytes in elements with text and elements in them
	long    int32 // bytes in long texts
	records bool  // several siblings of one name have elements in them
}

func (s *shape) look(n *node) {
	m := n.measure
	switch {
	case roles[n.name].act == paragraph:
		s.para += m.bytes
		return
	case m.loose > 0 && m.elems > 0:
		s.mixed += m.bytes
		return
	case m.elems == 0:
		if m.bytes >= longText {
			s.long += m.bytes
		}
		return
	}
	var before *node
	for _, c := range n.children {
		if c.isText() {
			continue
		}
		if before != nil && before.name == c.name && before.measure.elems > 1 && c.measure.elems > 1 && roles[c.name].act != section {
			s.records = true
		}
		before = c
		s.look(c)
	}
}
