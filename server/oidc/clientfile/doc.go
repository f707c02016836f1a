// Package clientfile is what the store knows of an app that may ask members for access, and of a
// program of the staff, as the store file and `kaiin client` write it: the OAuth 2.0 client's type,
// proof, grants and addresses, what a program may do and from where, and the rules for them. It
// owns no table and knows no member.
package clientfile
