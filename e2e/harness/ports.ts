import { execFileSync } from 'node:child_process';

/** The ports of the stack that the journeys run against. */
export type Ports = { site: number; sandbox: number; smtp: number; next: number; postgres: number };

/**
 * Free ports, chosen once for a run: Playwright reads its configuration again in every worker, and
 * all of them must name the same site.
 */
export function chosenPorts(): Ports {
  process.env.KAIIN_JOURNEY_PORTS ??= execFileSync(
    process.execPath,
    [`${import.meta.dirname}/../../scripts/free-ports.mjs`],
    {
      encoding: 'utf8',
    },
  );
  return JSON.parse(process.env.KAIIN_JOURNEY_PORTS);
}
