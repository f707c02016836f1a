// Package viewer carries who sends a request from the edge to whatever answers it: the actor, their account, what is known
// of their browser, and the way to its cookies. The edge makes a Viewer, the transports read it. It owns no table.
package viewer
