package sandboxtest

import "net/http"

// Transport has connections of its own. httptest closes those of the default transport that are
// idle whenever any of its servers ends, also under a test that runs beside and is just about to
// send by one; and what may have arrived, such as a POST, is not sent again.
var Transport = new(http.Transport)

// Client asks sandboxes, and what is tested with them.
var Client = &http.Client{Transport: Transport}
