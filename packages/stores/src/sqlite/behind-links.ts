import { readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** So many are followed, as Linux does; those that lead in a circle have no end. */
const maxLinks = 40;

/** Where the symbolic links of a path lead in the end, though there may be nothing. */
export async function behindLinks(path: string): Promise<string> {
  let target = path;
  try {
    for (let links = 0; links < maxLinks; links++) {
      target = resolve(await realpath(dirname(target)), await readlink(target));
    }
  } catch {
    // This is no link, or nothing at all.
  }
  return target;
}
