// Package worker reads PDF files in processes that can be killed.
//
// A [Pool] starts programs that call [Serve] and hands them one file after the
// other over their standard input; what they find comes back page by page. A
// worker has no environment, sits in the root folder, opens no file but the
// cache of compiled code, and talks to nobody else. One that takes too long
// over a page, or dies, is replaced: that page has a problem then, and reading
// goes on with the next.
package worker
