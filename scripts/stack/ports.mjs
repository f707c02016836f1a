import net from 'node:net';
import { Problem, throwProblems } from './problem.mjs';

/**
 * Every port of a running stack: the variable that moves it, where it is by default, and who
 * listens there.
 */
export const portTable = {
  site: { variable: 'KAIIN_PORT', standard: 8080, who: 'the site' },
  sandbox: { variable: 'SANDBOX_PORT', standard: 8090, who: 'the sandbox' },
  smtp: { variable: 'SANDBOX_SMTP_PORT', standard: 8025, who: "the sandbox's mail server" },
  next: { variable: 'NEXT_PORT', standard: 3000, who: 'the page renderer' },
  postgres: { variable: 'POSTGRES_PORT', standard: 5499, who: 'PostgreSQL' },
};

/** Reads the ports from the environment; a value that is no port is a Problem. */
export function portsFrom(env) {
  const problems = [];
  const ports = {};
  for (const [name, { variable, standard }] of Object.entries(portTable)) {
    const text = env[variable] || String(standard);
    const port = Number(text);
    if (!Number.isInteger(port) || port < 1 || port > 65535) {
      problems.push(`${variable} is "${text}", which is not a port number from 1 to 65535.`);
    }
    const twin = Object.keys(ports).find((other) => ports[other] === port);
    if (twin) problems.push(`${variable} and ${portTable[twin].variable} are both ${port}: give each its own port.`);
    ports[name] = port;
  }
  throwProblems(problems);
  return ports;
}

/**
 * Throws a Problem with one sentence for each of the named ports that somebody already listens on.
 */
export async function checkPortsFree(ports, names = Object.keys(ports)) {
  const problems = [];
  for (const name of names) {
    if (!(await isBusy(ports[name]))) continue;
    const { variable, who } = portTable[name];
    problems.push(
      `Port ${ports[name]}, meant for ${who}, is used by another program: stop that, or set ${variable} to a free port.`,
    );
  }
  throwProblems(problems);
}

// Systems give the ports above these to anyone who connects somewhere or asks for any port at all.
// One of those that is free now may be taken minutes later, when a stack has been built and begins
// to listen.
const [lowest, highest] = [15000, 32000];

/**
 * Finds free ports on the loopback address, all different, for a stack that must not meet
 * another one.
 */
export async function freePorts(names = Object.keys(portTable)) {
  const ports = {};
  for (const name of names) {
    do ports[name] = lowest + Math.floor(Math.random() * (highest - lowest));
    while (Object.values(ports).filter((port) => port === ports[name]).length > 1 || (await isBusy(ports[name])));
  }
  return ports;
}

// Some systems let a program bind 127.0.0.1 while another one holds the port on every
// address, so a port counts as free only when no program answers there either.
async function isBusy(port) {
  if (await answers(port)) return true;
  try {
    const server = await listen(port);
    await new Promise((done) => server.close(done));
    return false;
  } catch (error) {
    if (error.code === 'EADDRINUSE') return true;
    if (error.code === 'EACCES')
      throw new Problem(`Port ${port} may be opened by the administrator only: choose one from 1024 up.`);
    throw error;
  }
}

function listen(port) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => resolve(server));
  });
}

/** Tells whether a program accepts connections on this port of the loopback address. */
export function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', timeout: 1000 });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
