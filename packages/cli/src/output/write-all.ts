import { CommandError } from '../errors.ts';
import type { Output } from '../io.ts';
import { describeError } from './describe-error.ts';

/** The errors of a stream whose reader has left, as behind `| head`. */
const leaving: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

/**
 * Writes text of any length. Resolves to `true` when it is written, and to `false` when its reader has left.
 *
 * @param name what the output is called in a message.
 * @throws {CommandError} (rejects) when it cannot be written, as on a full disk.
 */
export function writeAll(
  output: Output,
  text: string,
  name: 'stdout' | 'stderr' = 'stdout',
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const end = (error?: NodeJS.ErrnoException | null) => {
      // After an error the stream still emits it.
      if (!error) output.off('error', end);
      if (!error || leaving.has(error.code)) {
        resolve(!error);
        return;
      }
      const message = `${name} cannot be written (${describeError(error)}); make room, or send it elsewhere.`;
      reject(new CommandError(error.code ?? 'OUTPUT_FAILED', message, { cause: error }));
    };
    output.once('error', end);
    output.write(text, end);
  });
}
