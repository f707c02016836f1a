import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../stack/problem.mjs';

const size = 6 * 1024 ** 3; // bytes, more than the whole drill writes; only what is written is taken

/**
 * The disk of a machine: a file system of its own in a file, so that it can be full while no other
 * one is. Where this program may not mount it, it is a folder, which never is.
 */
export class Disk {
  #folder;
  #image;

  constructor(folder) {
    this.#folder = folder;
    this.#image = `${folder}.img`;
    this.mounted = false;
  }

  /** Makes it anew, for a user that PostgreSQL runs as. */
  make({ uid, gid }) {
    mkdirSync(this.#folder, { mode: 0o700 });
    writeFileSync(this.#image, '', { mode: 0o600 });
    truncateSync(this.#image, size);
    this.mounted =
      succeeds('mkfs.ext4', '-q', '-m', '0', this.#image) && succeeds('mount', '-o', 'loop', this.#image, this.#folder);
    if (uid) chownSync(this.#folder, uid, gid);
  }

  /** Leaves no room on it. */
  fill() {
    if (!this.mounted) throw new Problem('This disk is a folder of another one: it is not filled.');
    const { bavail, bsize } = statfsSync(this.#folder);
    // It takes all there is before it says that there is no more.
    spawnSync('fallocate', ['-l', String(bavail * bsize), this.#ballast]);
    if (statfsSync(this.#folder).bavail > 0) throw new Problem('The disk is not full.');
  }

  /** Makes room again. */
  free() {
    rmSync(this.#ballast, { force: true });
  }

  /** Takes it away, also one that an interrupted drill has left. */
  remove() {
    while (succeeds('mountpoint', '-q', this.#folder) && succeeds('umount', '-l', this.#folder));
    rmSync(this.#folder, { recursive: true, force: true });
    rmSync(this.#image, { force: true });
  }

  get #ballast() {
    return join(this.#folder, 'ballast');
  }
}

const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
