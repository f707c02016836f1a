package personaldata

// HoldsNothing reports whether a table is said to hold nothing about members.
func HoldsNothing(table string) bool { return nothing[table] != "" }
