//go:build !linux

package token

// adviseHuge does nothing: only Linux wants advice.
func adviseHuge([]byte) {}
