import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { print } from './print.ts';
import { Verdict } from './verdict.ts';

interface CommonFlags {
  readonly short?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly 'no-build'?: boolean | undefined;
}

/** The build of the workspace: `npm run build`. */
const build = fileURLToPath(new URL('../build.mjs', import.meta.url));

/** Builds the packages that have changed. A failure, which the build has printed, ends the process. */
export function buildPackages(): void {
  const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

/** Builds the packages, runs one campaign, and ends with its verdict. */
export async function runCampaign(
  flags: CommonFlags,
  act: (verdict: Verdict) => Promise<void>,
): Promise<void> {
  // Makes Ctrl-C an ordinary exit, which ends the started processes.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  if (!flags['no-build']) buildPackages();
  const verdict = new Verdict(flags.strict === true && flags.short !== true);
  print(`Node ${process.version}, ${process.platform} ${process.arch}`);
  await act(verdict);
  verdict.finish();
}
