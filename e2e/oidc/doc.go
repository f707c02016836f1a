// Package oidc proves from outside that other apps can trust Kaiin as their OpenID provider. Apps
// are registered by `kaiin client add`, members have browsers of their own, and everything is
// learned from answers, redirects and what apps are told.
//
//	cli        kaiin client and kaiin keys
//	goclients  coreos/go-oidc with x/oauth2, and the relying party of zitadel/oidc, with their strict defaults
//	node       openid-client and oauth4webapi, in clients.mjs, with theirs
//	security   the requirements 52–63 of the list that package security names
//	musts      sentences of the standards that say MUST to a provider: a row each; with those that do not apply, and why
//	programs   attacks in the name of programs of the staff, and for what is theirs
//	discovery  every entry of the document works
//	lost       an answer of the token endpoint is lost, and the app asks again
//	killed     the server dies at each of the provider's failpoints
//
// Browsers and servers speak plain HTTP here, on a loopback address: this is the one thing that the
// clients are told to allow.
package oidc
