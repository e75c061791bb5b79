import { UsageError } from '../errors.ts';
import type { Output } from '../io.ts';
import { describeError } from './describe-error.ts';

/** The errors of a file that cannot grow. */
const refusals: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

/** Whether an error says that a file cannot grow. */
export function cannotGrow(error: unknown): boolean {
  return refusals.has((error as NodeJS.ErrnoException | null | undefined)?.code);
}

/**
 * Writes text of any length. Resolves to `true` when it is written, and to `false` when its reader has left,
 * as behind `| head`.
 *
 * @param name what the output is called in a message.
 * @throws {UsageError} (as a rejection) when the output is a file that cannot grow, such as on a full disk.
 */
export function writeAll(
  output: Output,
  text: string,
  name: 'stdout' | 'stderr' = 'stdout',
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error | null) => {
      // After an error the stream still emits it.
      if (!error) output.off('error', end);
      if (!cannotGrow(error)) resolve(!error);
      else
        reject(
          new UsageError(
            `${name} cannot be written (${describeError(error)}).`,
            'Make room, or send it elsewhere.',
          ),
        );
    };
    output.once('error', end);
    output.write(text, end);
  });
}
