import { execFileSync } from 'node:child_process';

/** A user other than root: PostgreSQL and pgBouncer refuse to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user `postgres`, which Debian's package creates; `undefined` when this process does not run as root. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}
