package oidc

// Where a process may die (package failpoint): between what an app or a member asked for and its
// effect, inside a transaction of several statements, and between the effect and the answer.
const (
	pointAnswering      = "oidc.answering"       // consent and family are written, and not committed
	pointAnswered       = "oidc.answered"        // the app's code is stored, and the browser does not have it
	pointCodeFound      = "oidc.code_found"      // a code has come, and is not spent
	pointCodeSpent      = "oidc.code_spent"      // its tokens are stored, and the app does not have them
	pointRefreshFound   = "oidc.refresh_found"   // a refresh token has come, and is not used
	pointRefreshed      = "oidc.refreshed"       // the next pair is stored, and the app does not have it
	pointDeviceAllowing = "oidc.device_allowing" // a device's family is written, and the device does not know it
	pointDeviceFound    = "oidc.device_found"    // a device was allowed, and has no tokens
	pointDeviceSpent    = "oidc.device_spent"    // its tokens are stored, and the device does not have them
	pointRevoked        = "oidc.revoked"         // a token is dead, and the app does not know it
	pointDisconnecting  = "oidc.disconnecting"   // an app's tokens are dead, and its grant is there
	pointTold           = "oidc.told"            // an app has taken what it was told, and the job is not done
)

// Failpoints are the names of all points.
var Failpoints = []string{
	pointAnswering, pointAnswered, pointCodeFound, pointCodeSpent, pointRefreshFound, pointRefreshed,
	pointDeviceAllowing, pointDeviceFound, pointDeviceSpent, pointRevoked, pointDisconnecting, pointTold,
}
