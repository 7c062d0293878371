package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrLocked is wrapped by the error of a sync that doesn't wait for another one.
var ErrLocked = errors.New("another sync works on this index")

// Locker is a store that several programs share, where one sync at a time may
// decide by what it finds there. Readers and single writes need no lock. It is
// let go by unlock, or by the end of the program however that comes.
type Locker interface {
	// TryLock takes the lock for who and doesn't wait. Where somebody else holds
	// it, unlock is nil and other says who that is, as far as it is known.
	TryLock(ctx context.Context, who Holder) (unlock func() error, other Holder, err error)
}

// Holder is who holds a lock. The zero value is somebody who isn't known.
type Holder struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Command string    `json:"command"` // what it does, for a person
	Since   time.Time `json:"since"`
}

// String names the holder to a person.
func (h Holder) String() string {
	if h.PID == 0 {
		return "a program that can't be named"
	}
	return fmt.Sprintf("process %d on %s (%s), since %s", h.PID, h.Host, h.Command, h.Since.Local().Format(time.DateTime))
}
