//go:build !amd64

package size

const wide = false

func validBlocks(*byte, int) bool { return false }

func restBlocks(*byte, int) int { return 0 }
