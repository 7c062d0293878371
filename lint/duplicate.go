package lint

import (
	"hash/fnv"
	"strings"

	"github.com/pildora/pildora/lex"
)

// nearDuplicate finds chunks whose words are nearly those of one seen before,
// in this document or another.
func nearDuplicate(s *subject) {
	for i := range s.searched {
		r := &s.searched[i]
		k := sketchOf(r.Text)
		if k == nil {
			continue
		}
		if other, alike := s.seen.nearest(k, s.opts.Similar); other != "" {
			s.report(r, body(r), "%.0f %% of it is that of chunk %s: %q", 100*alike, other, excerpt(r.Text, 50))
		}
		s.seen.add(r.ID, k)
	}
}

// hashes is how many minima a sketch has, in bands of rows.
const (
	bands  = 16
	rows   = 8
	hashes = bands * rows
)

// fewestWords is below how many words texts are not compared: short ones are
// often alike by right, as table rows are.
const fewestWords = 20

// sketch is the minima of the hashes of a text's runs of three words: the share
// of equal minima of two texts estimates the share of runs that they have in
// common (Broder, "On the resemblance and containment of documents", 1997).
type sketch [hashes]uint32

// sketches remembers the sketches of chunks, found by bands of equal minima.
type sketches struct {
	byBand map[uint64][]int
	ids    []string
	all    []*sketch
}

func newSketches() *sketches { return &sketches{byBand: map[uint64][]int{}} }

func sketchOf(text string) *sketch {
	var words []uint64
	for w := range strings.FieldsSeq(text) {
		h := fnv.New64a()
		h.Write([]byte(lex.Fold(w)))
		words = append(words, h.Sum64())
	}
	if len(words) < fewestWords {
		return nil
	}
	k := &sketch{}
	for i := range k {
		k[i] = ^uint32(0)
	}
	for i := 0; i+2 < len(words); i++ {
		run := words[i]*0x9e3779b97f4a7c15 ^ words[i+1]*0xc2b2ae3d27d4eb4f ^ words[i+2]*0x165667b19e3779f9
		for j := range k {
			if h := uint32(mix(run+uint64(j)*0x9e3779b97f4a7c15) >> 32); h < k[j] {
				k[j] = h
			}
		}
	}
	return k
}

// mix is the finalizer of MurmurHash3 (Appleby, public domain).
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

func (k *sketch) band(b int) uint64 {
	h := uint64(b + 1)
	for _, m := range k[b*rows : (b+1)*rows] {
		h = mix(h ^ uint64(m))
	}
	return h
}

// mostInBand bounds how many of one band are compared: where many are alike,
// one of them is found anyway.
const mostInBand = 8

// nearest returns the first remembered chunk that is alike enough.
func (s *sketches) nearest(k *sketch, least float64) (id string, alike float64) {
	for b := range bands {
		for _, i := range s.byBand[k.band(b)] {
			n := 0
			for j := range k {
				if k[j] == s.all[i][j] {
					n++
				}
			}
			if share := float64(n) / hashes; share >= least {
				return s.ids[i], share
			}
		}
	}
	return "", 0
}

func (s *sketches) add(id string, k *sketch) {
	i := len(s.all)
	s.ids, s.all = append(s.ids, id), append(s.all, k)
	for b := range bands {
		key := k.band(b)
		if list := s.byBand[key]; len(list) < mostInBand {
			s.byBand[key] = append(list, i)
		}
	}
}
