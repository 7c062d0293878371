//go:build !unix

package token

import "time"

var began = time.Now()

func used() time.Duration { return time.Since(began) }
