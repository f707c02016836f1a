import { readFileSync } from 'node:fs';
import http from 'node:http';

/** Sends `count` GETs of one address, `at once` in flight over kept-alive connections; each must answer 200. Returns seconds. */
export async function load(address, { count, atOnce = 8, headers = {} }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  let left = count;
  const began = performance.now();
  const worker = async () => {
    while (left-- > 0) await get(address, { agent, headers });
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  agent.destroy();
  return (performance.now() - began) / 1000;
}

function get(address, options) {
  return new Promise((resolve, reject) => {
    http
      .get(address, options, (answer) => {
        answer.resume();
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${address} answered ${answer.statusCode}`)),
        );
        answer.on('error', reject);
      })
      .on('error', reject);
  });
}

/** The processor time a process and its threads have used so far, in milliseconds (Linux counts in hundredths). */
export function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The memory a process holds, in MB. */
export function memoryOf(pid) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1];
  return Number(kilobytes) / 1024;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
