import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/**
 * Sends `count` GETs of one address, `atOnce` in flight over kept-alive connections; each must
 * answer 200. Returns seconds. It shares the machine with what it measures, so it does next to
 * nothing: one request, written again and again, and of each answer only the status and the end.
 */
export async function load(address, { count, atOnce = 8, headers = {} }) {
  const { hostname, port, host, pathname, search } = new URL(address);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  let left = count;
  const began = performance.now();
  const worker = () =>
    new Promise((resolve, reject) => {
      const answer = new Answer();
      const next = () => {
        if (left-- > 0) return socket.write(request);
        resolve();
        socket.destroy();
      };
      const read = (length, buffer) => {
        if (!answer.ends(buffer.subarray(0, length))) return true;
        if (answer.status === 200) next();
        else socket.destroy(new Error(`${address} answered ${answer.status}`));
        return true;
      };
      const socket = connect({
        host: hostname,
        port,
        noDelay: true,
        onread: { buffer: Buffer.alloc(1 << 16), callback: read },
      });
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`${address}: the connection was closed`))); // after resolve it says nothing
    });
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return (performance.now() - began) / 1000;
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/** Follows one answer after the other on a connection that has no more than one on its way. */
class Answer {
  status = 0;
  #head = '';
  #left = 0; // of the body; Infinity: it is chunked, and its last chunk ends it
  #tail = Buffer.alloc(0);

  /** Takes the next bytes; true when they end the answer. */
  ends(bytes) {
    const body = this.#left === 0 ? this.#begin(bytes) : bytes;
    if (body === null) return false;
    if (this.#left === Infinity) {
      this.#tail = Buffer.concat([this.#tail, body]).subarray(-lastChunk.length);
      if (this.#tail.equals(lastChunk)) this.#left = 0;
    } else {
      this.#left -= body.length;
    }
    return this.#left === 0;
  }

  /** Gathers the head; what follows it, once it is whole. */
  #begin(bytes) {
    const known = this.#head.length;
    this.#head += bytes.latin1Slice();
    const end = this.#head.indexOf('\r\n\r\n', Math.max(0, known - 3));
    if (end < 0) return null;
    const head = this.#head.slice(0, end);
    this.#head = '';
    this.#tail = Buffer.alloc(0);
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    this.#left = length ? Number(length[1]) : Infinity;
    return bytes.subarray(end + 4 - known);
  }
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
