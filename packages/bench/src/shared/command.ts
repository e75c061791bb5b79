import { setUp } from '../../../workspace/src/set-up.mjs';
import { print } from './print.ts';
import { Verdict } from './verdict.ts';

/** The flags that every command has, for `parseArgs` of `node:util`. */
export const commonFlags = {
  /** A smaller form that takes seconds. */
  short: { type: 'boolean', default: false },
  /** Missed targets are failures; in the short form they never are. */
  strict: { type: 'boolean', default: false },
  /** Measures what is built already. */
  'no-build': { type: 'boolean', default: false },
} as const;

interface CommonFlags {
  readonly short?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly 'no-build'?: boolean | undefined;
}

/** Builds the packages, runs one command, and ends with its verdict. */
export async function runCommand(
  flags: CommonFlags,
  act: (verdict: Verdict) => Promise<void>,
): Promise<void> {
  // Makes Ctrl-C an ordinary exit, at which the processes that were started are ended.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  if (!flags['no-build']) await setUp();
  const verdict = new Verdict(flags.strict === true && flags.short !== true);
  print(`Node ${process.version}, ${process.platform} ${process.arch}`);
  await act(verdict);
  verdict.finish();
}
