package blackbox

import (
	"fmt"
	"net/http"
	"regexp"
)

// BrokenFlow fails unless the answer is a flow error that leads to the path.
func BrokenFlow(a Answer, err error, path string) error {
	if err != nil {
		return err
	}
	flow, _ := a.Body["flowError"].(map[string]any)
	if a.Status != http.StatusOK || flow["redirectTo"] != path || flow["message"] == "" {
		return fmt.Errorf("want a flow error that leads to %s: %s", path, a)
	}
	return nil
}

var errorCode = regexp.MustCompile(`^[A-Z][A-Z0-9_]+$`)

// Refusal fails unless the answer is the error object with this status (F-050); code may be empty
// for any.
func Refusal(a Answer, status int, code string) error {
	object := a.Body
	if list, ok := a.Body["errors"].([]any); ok && len(list) > 0 { // GraphQL's form of it
		first := list[0].(map[string]any)
		object, _ = first["extensions"].(map[string]any)
		object["message"] = first["message"]
	}
	told, _ := object["status"].(float64)
	said, _ := object["code"].(string)
	message, _ := object["message"].(string)
	id, _ := object["requestId"].(string)
	switch {
	case a.Status != status || int(told) != status:
		return fmt.Errorf("want status %d: %s", status, a)
	case code != "" && said != code || !errorCode.MatchString(said):
		return fmt.Errorf("want code %s: %s", code, a)
	case message == "" || id == "" || id != a.Header.Get("X-Request-Id"):
		return fmt.Errorf("message or request id is missing: %s", a)
	case a.Header.Get("Cache-Control") != "no-store":
		return fmt.Errorf("a refusal may be stored: %s", a)
	}
	return nil
}

// CodesOf are the codes of a GraphQL answer's errors.
func CodesOf(a Answer) (codes []any) {
	list, _ := a.Body["errors"].([]any)
	for _, e := range list {
		extensions, _ := e.(map[string]any)["extensions"].(map[string]any)
		codes = append(codes, extensions["code"])
	}
	return codes
}
