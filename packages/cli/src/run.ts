import { inspect } from 'node:util';
import { isStoreError } from '@location-records/core';
import { parseCommandLine } from './command-line.ts';
import { CopyError } from './copy/copy-error.ts';
import { describeError } from './describe-error.ts';
import type { Io } from './io.ts';
import { createLineWriter } from './line-writer.ts';
import { prettyLines } from './log-lines.ts';
import { oneLine } from './one-line.ts';
import { serve } from './serve.ts';
import { StartError } from './start-error.ts';
import { UsageError } from './usage-error.ts';
import { withoutPasswords } from './without-passwords.ts';

/**
 * Runs a command line (without the program's own name) and resolves to the exit code: 0 when it did what it
 * was asked to, 2 when it was used wrongly, 1 for any other failure. It never rejects.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    const invocation = parseCommandLine(argv, io.env);
    if (invocation.kind === 'serve') return await serve(invocation.options, io);
    // Loaded only when it is used: whoever serves needs no contract.
    if (invocation.kind === 'check') return await (await import('./check.ts')).check(invocation.options, io);
    if (invocation.kind === 'diff') return await (await import('./diff.ts')).diff(invocation.options, io);
    if (invocation.kind === 'copy') return await (await import('./copy.ts')).copy(invocation.options, io);
    const isAsked = invocation.kind === 'show';
    await print(isAsked ? io.stdout : io.stderr, invocation.text.trimEnd());
    return isAsked ? 0 : 2;
  } catch (error) {
    await print(io.stderr, explain(error, io.env.LOCATION_RECORDS_DEBUG === '1'));
    return error instanceof UsageError ? 2 : 1;
  }
}

function explain(error: unknown, isDebug: boolean): string {
  if (error instanceof UsageError) return `location-records: ${error.message}\n${error.hint}`;
  // These say themselves what is wrong and what to do.
  const isClear = error instanceof StartError || error instanceof CopyError || isStoreError(error);
  const said = isClear ? oneLine(error.message) : `Unexpected failure: ${describeError(error)}`;
  return withoutPasswords(`location-records: ${said}${isDebug ? `\n${inspect(error)}` : ''}`);
}

function print(output: Io['stdout'], text: string): Promise<void> {
  const writer = createLineWriter(output, prettyLines.gap);
  writer.write(text);
  return writer.flush();
}
