import { stat } from 'node:fs/promises';

/** What all paths of one file have in common, whichever links lead to it. A file that is missing has one path only. */
export async function identifyFile(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}` : path;
}
