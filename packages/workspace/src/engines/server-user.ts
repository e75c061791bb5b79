import { execFileSync } from 'node:child_process';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A user other than root: PostgreSQL and PgBouncer refuse to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user `postgres`, which Debian's package creates; `undefined` when this process does not run as root.
 */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

/** Creates a folder for a server, which belongs to the user that the server runs as. */
export async function makeServerFolder(user: ServerUser | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
