import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../errors.ts';
import { describeError } from '../../output/describe-error.ts';

/** A temporary file. */
export interface Spooled {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Writes a stream that can be read once into a temporary file, which only this user can read. It is removed
 * when the process exits, at the latest.
 *
 * @param name that of the file, whose ending may tell its format.
 * @throws {StartError} (rejects) when it cannot be written or read.
 * @throws the reason of the signal (rejects).
 */
export async function spool(input: Readable, name: string, signal: AbortSignal): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-input-')).catch(fault);
  // A second signal ends the process before anything else is done.
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    process.off('exit', removeNow);
  };
  const path = join(folder, name);
  try {
    await pipeline(input, createWriteStream(path), { signal });
    return { path, remove };
  } catch (error) {
    await remove();
    signal.throwIfAborted();
    return fault(error);
  }
}

function fault(cause: unknown): never {
  const problem = describeError(cause);
  const advice = 'import a regular file, or name another folder for temporary files in TMPDIR';
  throw new StartError(`The input cannot be kept in a temporary file (${problem}); ${advice}.`, { cause });
}
