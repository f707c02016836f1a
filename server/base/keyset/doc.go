// Package keyset pages through lists that grow. A page begins after a cursor, which names an entry
// by its time and id, so a list that grows meanwhile shifts no page, and a late page costs what the
// first one does. It owns no table.
package keyset
