import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { RowSource } from '../rows/row.ts';

/** Returns a file whose rows are read. */
export function fileSource(path: string, size?: number): RowSource {
  return {
    name: basename(path),
    size,
    path,
    open: () => createReadStream(path, { highWaterMark: 2 ** 17 }),
    beside: (ending) => readBeside(path, ending),
  };
}

/** Tries the ending in the case of the other files. */
async function readBeside(path: string, ending: string): Promise<Uint8Array | undefined> {
  const stem = path.slice(0, path.length - extname(path).length);
  for (const name of [stem + ending, stem + ending.toUpperCase()]) {
    try {
      return await readFile(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}
