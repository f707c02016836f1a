// Package clientfile is what the store knows of an app that may ask members for access, as the
// store file and `kaiin client` write
// it: the OAuth 2.0 client's type, proof, grants and addresses, and the rules for them. It owns no
// table and knows no member.
package clientfile
