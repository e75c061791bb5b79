import { UsageError } from '../errors.ts';
import type { Output } from '../io.ts';
import { describeError } from './describe-error.ts';

/** What a file says that cannot take more. */
const refusals: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

/**
 * Writes text, however long, and resolves when it has gone out, or has no reader any more.
 *
 * @throws {UsageError} (as a rejection) when it goes to a file that cannot take it, as on a full disk.
 */
export function writeAll(output: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error | null) => {
      if (!refusals.has((error as NodeJS.ErrnoException | undefined)?.code)) resolve();
      else
        reject(
          new UsageError(
            `stdout cannot be written (${describeError(error)}).`,
            'Make room, or send it elsewhere.',
          ),
        );
    };
    output.once('error', end);
    output.write(text, end);
  });
}
