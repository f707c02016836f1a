package config

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// docker-compose.yml is configuration that nothing else runs here; these tests keep it true.

type composeFile struct {
	Services map[string]struct {
		Environment map[string]string `yaml:"environment"`
		Healthcheck map[string]any    `yaml:"healthcheck"`
		Build       struct {
			Dockerfile string `yaml:"dockerfile"`
		} `yaml:"build"`
	} `yaml:"services"`
}

const repository = "../../../"

var ours = []string{"migrate", "api", "worker"}

func compose(t *testing.T) composeFile {
	t.Helper()
	text, err := os.ReadFile(repository + "docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var file composeFile
	// A service may say otherwise than what it takes over by "<<", which this reader calls
	// a duplicate.
	if err := yaml.UnmarshalWithOptions(text, &file, yaml.AllowDuplicateMapKey()); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestComposeSetsOnlyVariablesThatExist(t *testing.T) {
	t.Parallel()
	file := compose(t)
	for _, name := range ours {
		environment := file.Services[name].Environment
		if len(environment) == 0 {
			t.Errorf("service %s sets no variable", name)
		}
		for variable := range environment {
			if !slices.Contains(Names(), variable) {
				t.Errorf("service %s sets %s, which the configuration does not know", name, variable)
			}
		}
	}
}

func TestComposeGivesAValidProductionConfiguration(t *testing.T) {
	t.Parallel()
	given := map[string]string{
		"KAIIN_ORIGIN": "https://member.example.jp", "KAIIN_SECRET": strings.Repeat("QUJD", 12), "POSTGRES_PASSWORD": "secret",
		"SMTP_URL": "smtp://user:secret@mail.example.jp:587?tls=starttls", "MAIL_FROM": "Cinema <no-reply@example.jp>",
		"SBPS_API_URL": "https://api.example.jp/api/xmlapi.do", "SBPS_LIST_URL": "https://api.example.jp/list.csv", "SBPS_SCRIPT_URL": "https://token.example.jp",
		"SBPS_MERCHANT_ID": "10001", "SBPS_SERVICE_ID": "001", "SBPS_HASH_KEY": "hash", "SBPS_BASIC_USER": "10001001", "SBPS_BASIC_PASSWORD": "secret",
	}
	for _, name := range ours {
		environment := compose(t).Services[name].Environment
		c, err := Load(func(variable string) string { return interpolate(environment[variable], given) })
		if err != nil {
			t.Errorf("service %s does not start: %v", name, err)
		} else if !c.Production {
			t.Errorf("service %s does not run in production mode", name)
		}
	}
}

func TestComposeHasNoSecretOfItsOwn(t *testing.T) {
	t.Parallel()
	secret := regexp.MustCompile(`SECRET|PASSWORD|KEY|_IV$|TOKEN|SMTP_URL`)
	fromOutside := regexp.MustCompile(`^\$\{[A-Z0-9_]+(:\?[^}]+|:-)\}$`)
	for name, service := range compose(t).Services {
		for variable, value := range service.Environment {
			if secret.MatchString(variable) && !fromOutside.MatchString(value) {
				t.Errorf("service %s has its own value for %s", name, variable)
			}
		}
	}
}

func TestComposeHasNoSandboxAndChecksHealth(t *testing.T) {
	t.Parallel()
	for name, service := range compose(t).Services {
		if strings.Contains(name, "sandbox") {
			t.Errorf("service %s has no place in production", name)
		}
		if name != "migrate" && service.Healthcheck["test"] == nil {
			t.Errorf("service %s has no health check", name)
		}
		if path := service.Build.Dockerfile; path != "" {
			if _, err := os.Stat(repository + path); err != nil {
				t.Errorf("service %s: %v", name, err)
			}
		}
	}
}

// notByCompose are the variables that docker-compose.yml leaves out, and why.
var notByCompose = map[string]string{
	"KAIIN_NEXT_STATIC":   "the pages are in another container",
	"KAIIN_WORKER":        "api and worker are two services",
	"DATABASE_DIRECT_URL": "no pooler is in front of its database",
	"KAIIN_SANDBOX_URL":   "development only",
	"KAIIN_SANDBOX_TOKEN": "development only",
	"KAIIN_FAILPOINT":     "development only",
	"KAIIN_PASSWORD_COST": "development only",
}

func TestComposeSetsEveryVariable(t *testing.T) {
	t.Parallel()
	environment := compose(t).Services["worker"].Environment
	for _, name := range Names() {
		if _, ok := environment[name]; ok == (notByCompose[name] != "") {
			t.Errorf("docker-compose.yml sets %s: %v, and leaves it out because %q", name, ok, notByCompose[name])
		}
	}
}

// .env.example has a line for every variable that docker-compose.yml takes from .env, and for no
// other. It is empty, or shows the default.
func TestEnvExampleAgreesWithTheTable(t *testing.T) { // G-07
	t.Parallel()
	example, err := os.ReadFile(repository + ".env.example")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(repository + "docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	defaults := map[string]string{}
	for _, match := range placeholder.FindAllStringSubmatch(string(text), -1) {
		if defaults[match[1]] = ""; match[2] == "-" {
			defaults[match[1]] = match[3]
		}
	}
	for _, v := range table() {
		compose, ok := defaults[v.name]
		if ok && compose != "" && compose != v.value {
			t.Errorf("without %s docker-compose.yml sets %q, not %q", v.name, compose, v.value)
		}
		if ok {
			defaults[v.name] = v.value
		}
	}
	if len(defaults) < 50 {
		t.Errorf("docker-compose.yml asks for %d variables", len(defaults))
	}
	named := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^(#?)([A-Z][A-Z0-9_]*)=(.*)$`).FindAllStringSubmatch(string(example), -1) {
		mark, name, value := line[1], line[2], line[3]
		meant, known := defaults[name]
		if !known || named[name] {
			t.Errorf(".env.example names %s, which docker-compose.yml does not ask for, or twice", name)
		}
		named[name] = true
		if value != meant || (mark == "#") != (meant != "") {
			t.Errorf(".env.example has %q, and the default is %q", line[0], meant)
		}
	}
	for name := range defaults {
		if !named[name] {
			t.Errorf(".env.example does not name %s", name)
		}
	}
}

var placeholder = regexp.MustCompile(`\$\{([A-Z0-9_]+):([?-])([^}]*)\}`)

// interpolate does what compose does with ${NAME:?message} and ${NAME:-default}.
func interpolate(value string, given map[string]string) string {
	return placeholder.ReplaceAllStringFunc(value, func(whole string) string {
		part := placeholder.FindStringSubmatch(whole)
		if set, ok := given[part[1]]; ok {
			return set
		}
		if part[2] == "-" {
			return part[3]
		}
		return ""
	})
}
