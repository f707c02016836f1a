// Command kaiin is the server and everything an operator does with it; `kaiin help` lists the
// commands. The configuration comes from the environment (package config), what a single run needs
// from flags.
package main
