// Package jsonbody reads the JSON object of a request strictly, for every transport alike.
//
//	content type is not application/json   415 UNSUPPORTED_MEDIA_TYPE (a body that is empty needs none)
//	larger than may be (Limit, by itself)  413 BODY_TOO_LARGE
//	not JSON, not an object, a name twice,
//	something after it, nested too deeply,
//	text that is not UTF-8 or holds NUL    400 INVALID_JSON
//
// Numbers stay json.Number, so that no digit is lost before somebody knows what the number is. What
// the object may hold is not decided here: the schema of the document it becomes the variables of
// says so.
package jsonbody
