package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"kaiin/server/base/config"
	"kaiin/server/base/logs"
)

// command is one thing the program does. Its error is told to the operator; the exit status is then
// 1, or 2 for wrong usage.
type command struct {
	name    string
	usage   string
	meaning string
	run     func(ctx context.Context, p *program, args []string) error
}

var commands = []command{
	{"serve", "", "serve the public origin; runs the jobs too unless KAIIN_WORKER=false", serve},
	{"work", "", "run the jobs; answers /healthz and /readyz on KAIIN_LISTEN", work},
	{"migrate", "", "bring the database to the present schema; several may run at once", migrate},
	{"seed", "--store FILE --by NAME --reason TEXT [--ticket ID] | --store FILE --check", "make the store what the file says: settings, policies, plans; or say what is wrong with the file, without a database", seed},
	{"store", "init DIR", "write a store that can sell into a new folder, to begin with", storeCommand},
	{"postal", "import --file FILE | --yubin FOLDER [--extra FILE] | --demo --by NAME --reason TEXT [--ticket ID]", "replace the postal codes", postalCodes},
	{"end-sessions", "--member EMAIL|USER-ID --by NAME --reason TEXT [--ticket ID]", "log a member out everywhere, trusted devices included", endSessions},
	{"reindex", "--by NAME --reason TEXT [--ticket ID]", "have a job make anew what the staff find members by; they are found meanwhile", reindex},
	{"newsletter", "send --option ID --file FILE --dry-run | --by NAME --reason TEXT [--ticket ID]",
		"mail a newsletter to all members who agree to the consent option; the same once more goes on where the first stopped, and no member gets it twice", sendNewsletter},
	{"verify-evidence", "[--json]", "check that what members were shown when they ordered is as it was kept", verifyEvidence},
	{"acts", "[--member EMAIL|USER-ID|ACCOUNT-ID] [--by NAME] [--day YYYY-MM-DD] [--before ID] [--json]", "list what the staff did, the newest 100", listActs},
	{"verify-acts", "[--seal HEX] [--json]", "check that the record of what the staff did is as it was kept; exit status 1 on findings", verifyActs},
	{"check-config", "", "print the configuration with secrets left out, and everything that is wrong with it", checkConfig},
	{"charges", "--open [--json] | --decide ID --as settled|declined|released (a refund: done|refused) --by NAME --reason TEXT [--ticket ID]",
		"list the charges and refunds that are stuck; or end one as the provider says it ended", charges},
	{"events", "--open [--json] | --close ID --by NAME --reason TEXT [--ticket ID]",
		"list what providers told us and the staff have to see to, such as disputes; or close one that was seen to", events},
	{"agreements", "--open [--json] | --close METHOD --by NAME --reason TEXT [--ticket ID]",
		"list what members have left open at the company behind a deleted payment method, and alone can end; or note that one is over", agreements},
	{"import", "paypal-agreements --file FILE [--json] --dry-run | --by NAME --reason TEXT [--ticket ID]",
		"give members the agreements of PayPal's Classic API that were made elsewhere: all of the table, or nothing and what is wrong with it by line", importAgreements},
	{"refund", "--charge ID | --order ID | --receipt NUMBER [--amount YEN] --by NAME --reason TEXT [--ticket ID] [--key KEY] [--json]",
		"give a charge back, all that is left of it or a part; the same wish once more is the same refund, unless it has another key", refund},
	{"end-contract", "--id ID | --receipt NUMBER --at now|term --by NAME --reason TEXT [--ticket ID]",
		"end a contract of a member at once, or with its paid days; a mail tells them", endContract},
	{"release-contract", "--id ID | --receipt NUMBER --by NAME --reason TEXT [--ticket ID]",
		"let a contract go on that is on hold because its payment was taken back, when that payment came back, as after a dispute that was won; a mail tells the member", releaseContract},
	{"bill", "--dry-run --until YYYY-MM-DD [--json]",
		"list what is going to be charged for contracts to the end of the day, at most two years ahead; nothing is charged or changed", listCharges},
	{"reconcile", "--day YYYY-MM-DD [--json] --by NAME --reason TEXT [--ticket ID]", "compare the provider's list of a day with the book, as the server does every morning; exit status 1 on differences", reconcile},
	{"settlement", "import --file FILE [--json] --dry-run | --by NAME --reason TEXT [--ticket ID] | open [--json] | answer --result ID --as paid|unpaid --by NAME --reason TEXT [--ticket ID]",
		"keep what a carrier tells of the months that it charges by itself; list the results that cannot be applied and the months without a result; or answer a question, as paid with the sum of the result, or as unpaid", settlement},
	{"verify-ledger", "[--provider] [--json]", "look for what is wrong in the book of money, and ask the provider for every charge; exit status 1 on findings", verifyLedger},
	{"client", "list [--json] | show --id ID | add --file FILE | rotate-secret --id ID | disable --id ID; the last three: --by NAME --reason TEXT [--ticket ID]",
		"let an app ask members for access, by OpenID Connect; list the apps; show one; make a new secret; or let one in no more", client},
	{"staff", "add --email EMAIL --name NAME --role ROLE [--role ROLE…] [--department NAME] | list [--json] | roles --email EMAIL --role ROLE [--role ROLE…] | disable --email EMAIL | reset --email EMAIL; all but list: --by NAME --reason TEXT [--ticket ID]",
		"let somebody work at the desk, who gets a link that counts once, for an hour; list who does; give somebody other roles; let somebody in no more; or take from somebody what they log in with, for another link", staff},
	{"keys", "rotate --by NAME --reason TEXT [--ticket ID]", "publish new keys for the tokens of apps, which sign from tomorrow on", keys},
	{"secrets", "rotate [--status] [--json] [--by NAME --reason TEXT [--ticket ID]]",
		"seal everything that is kept with the first of KAIIN_SECRET, so that a former one can be taken out; or say what still hangs on which", secrets},
	{"jobs", "[--failed] [--json] [--retry ID --by NAME --reason TEXT [--ticket ID]]",
		"list what waits in each queue of jobs, or the jobs that failed for good; or have one of these run again", jobs},
	{"health", "[--url URL]", "ask a server whether it is running", health},
	{"sbom", "", "print what this program was built of, as a software bill of materials in CycloneDX's JSON", printSBOM},
	{"sandbox", "[--environment]", "play the outside world, in development only; or print the variables of a product in it", runSandbox},
}

// program is where a command reads and writes.
type program struct {
	getenv func(string) string
	out    io.Writer
	errors io.Writer
	use    func(*slog.Logger) // makes a log that of the whole process; nil in tests, which share one

	command string
	log     *slog.Logger // of the command, to errors or, where the log is all that it writes, to out
}

var (
	errUsage = errors.New("wrong usage")
	errTold  = errors.New("the log has it") // what the operator needs to know is in the log already
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer logs.Crash(ctx)
	p := &program{getenv: os.Getenv, out: os.Stdout, errors: os.Stderr, use: logs.Use}
	os.Exit(p.main(ctx, os.Args[1:]))
}

// main runs the command that args name and returns the exit status.
func (p *program) main(ctx context.Context, args []string) int {
	if len(args) == 0 {
		p.help(p.errors)
		return 2
	}
	switch args[0] {
	case "help", "-h", "--help":
		p.help(p.out)
		return 0
	}
	for _, c := range commands {
		if c.name != args[0] {
			continue
		}
		p.command = c.name
		p.logTo(p.errors)
		switch err := c.run(ctx, p, args[1:]); {
		case err == nil:
			return 0
		case errors.Is(err, errTold):
			return 1
		case errors.Is(err, flag.ErrHelp):
			return 0
		case errors.Is(err, errUsage):
			_, _ = fmt.Fprintf(p.errors, "%v\nusage: kaiin %s %s\n", err, c.name, c.usage)
			return 2
		default:
			_, _ = fmt.Fprintf(p.errors, "kaiin %s: %v\n", c.name, err)
			return 1
		}
	}
	_, _ = fmt.Fprintf(p.errors, "kaiin: there is no command %q\n\n", args[0])
	p.help(p.errors)
	return 2
}

// logTo makes w what everything in the process writes its lines to.
func (p *program) logTo(w io.Writer) {
	p.log = logs.New(w, config.LogLevel(p.getenv), p.command)
	if p.use != nil {
		p.use(p.log)
	}
}

func (p *program) help(w io.Writer) {
	_, _ = fmt.Fprintln(w, "usage: kaiin COMMAND\n\nThe configuration comes from the environment; kaiin check-config lists it.")
	for _, c := range commands {
		_, _ = fmt.Fprintf(w, "\n  %s %s\n      %s\n", c.name, c.usage, c.meaning)
	}
}

// flags parses what follows a command. Whatever is left over is wrong usage.
func (p *program) flags(name string, args []string, define func(*flag.FlagSet)) error {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(p.errors)
	if define != nil {
		define(f)
	}
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errors.Join(errUsage, err)
	}
	if f.NArg() > 0 {
		return fmt.Errorf("%w: %q is not understood", errUsage, f.Arg(0))
	}
	return nil
}

// load reads the configuration; its error lists all that is wrong.
func (p *program) load() (*config.Config, error) {
	c, err := config.Load(p.getenv)
	if err != nil {
		return nil, fmt.Errorf("the configuration is not right:\n%w", err)
	}
	return c, nil
}
