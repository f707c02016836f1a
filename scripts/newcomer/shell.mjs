import { spawn } from 'node:child_process';

/**
 * A terminal in which a stranger types what a page says, one listing after the other. What a
 * listing sets is there in the next one. `…` in a listing is what the person has read elsewhere.
 */
export class Shell {
  #variables = '';

  constructor(folder, env) {
    this.folder = folder;
    this.env = env;
  }

  /** Types a listing, and answers what it printed. Fails if a command of it does. */
  async type(commands, read = {}) {
    const typed = commands.replaceAll(/^([A-Z_]+)=…$/gm, (line, name) =>
      read[name] ? `${name}='${read[name]}'` : line,
    );
    const script = `set -euo pipefail\n${this.#variables}\n${typed}\nprintf '\\0'\ndeclare -p | grep -E '^declare -- [A-Z_]+=' || true\n`;
    const { code, out, problems } = await this.#run(script);
    if (code !== 0) throw new Error(`exit status ${code}\n${typed}\n${out}${problems}`);
    const [printed, variables] = out.split('\0');
    this.#variables = variables.replaceAll(
      /^declare -- (BASH|DIRSTACK|IFS|OPTERR|PIPESTATUS|PPID|PS4|SHELLOPTS|UID|EUID)\w*=.*$/gm,
      '',
    );
    return printed;
  }

  #run(script) {
    return new Promise((resolve, reject) => {
      const shell = spawn('bash', ['-c', script], {
        cwd: this.folder,
        env: this.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let out = '';
      let problems = '';
      shell.stdout.on('data', (part) => (out += part));
      shell.stderr.on('data', (part) => (problems += part));
      shell.on('error', reject);
      shell.on('close', (code) => resolve({ code, out, problems }));
    });
  }
}
