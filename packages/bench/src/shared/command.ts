import { setUp } from '../../../workspace/src/set-up.mjs';
import { print } from './print.ts';
import { Verdict } from './verdict.ts';

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
