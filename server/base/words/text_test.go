package words

import (
	"encoding/json"
	"maps"
	"testing"

	"go.yaml.in/yaml/v3"
)

// P-06: the mark's words are shown in one language at a time; settings that were stored as one
// string are still read.
func TestATextIsGivenOnceOrInEachLanguage(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]Text{
		`"試験館"`:                        {"ja": "試験館"},
		`{"ja":"試験館","en":"The Test"}`: {"ja": "試験館", "en": "The Test"},
	} {
		var fromJSON, fromYAML Text
		if err := json.Unmarshal([]byte(given), &fromJSON); err != nil || !maps.Equal(fromJSON, want) {
			t.Errorf("%s in JSON: %v, %v", given, fromJSON, err)
		}
		if err := yaml.Unmarshal([]byte(given), &fromYAML); err != nil || !maps.Equal(fromYAML, want) {
			t.Errorf("%s in YAML: %v, %v", given, fromYAML, err)
		}
	}
	var text Text
	if err := json.Unmarshal([]byte(`["試験館"]`), &text); err == nil {
		t.Error("a list was taken for a text")
	}
}
