// Package near compares names, for messages that say what was probably meant.
package near

// Distance is the number of letters to insert, delete, replace, or swap with
// the next one, to make b of a: the optimal string alignment distance
// (Damerau-Levenshtein without moving a letter twice). It takes time in the
// product of the lengths; bound what is compared.
func Distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	before, last, row := make([]int, len(to)+1), make([]int, len(to)+1), make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range from {
		before, last, row = last, row, before
		row[0] = i + 1
		for j, y := range to {
			cost := last[j]
			if x != y {
				cost++
			}
			row[j+1] = min(cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x == to[j-1] && from[i-1] == y {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(to)]
}
