import { execFileSync } from 'node:child_process';

/** The user that a server runs as, which is not root: PostgreSQL and pgBouncer refuse to. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user `postgres`, which Debian's package creates; `undefined` where this process is not root itself. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}
