import { describe, it, type TestContext } from 'vitest';
import { canStart, type Engine, findProgram, isThere } from '../engines/index.ts';

/** What tests need of the machine that they run on. */
export interface Needs {
  /** An engine that the tests start themselves, because they kill it, hold it or set it up. */
  readonly ownServer?: Engine;
  /** An engine, of which a running server may be named by the environment as well. */
  readonly server?: Engine;
  /** A program on the path. */
  readonly program?: string;
  /** The operating system. */
  readonly platform?: NodeJS.Platform;
}

/** The first thing that this machine does not have, in words; `undefined` where nothing is missing. */
export function lacks({ ownServer, server, program, platform }: Needs): string | undefined {
  if (ownServer && !canStart(ownServer)) return `${ownServer} is not installed`;
  if (server && !isThere(server)) return `${server} is not installed, and no running one is named`;
  if (program && !findProgram(program)) return `${program} is not installed`;
  if (platform && process.platform !== platform) return `this is not ${platform}`;
  return undefined;
}

/** `describe`; with a reason, one skipped test in its place that names the reason. */
export function describeUnless(reason: string | undefined): typeof describe {
  if (reason === undefined) return describe;
  const leaveOut = (title: string) => describe(title, () => it('is left out', skipping(reason)));
  return Object.assign(leaveOut, { each: () => leaveOut }) as unknown as typeof describe;
}

/** `it`; with a reason, a skipped test that names the reason. */
export function itUnless(reason: string | undefined): typeof it {
  if (reason === undefined) return it;
  const leaveOut = (title: string) => it(title, skipping(reason));
  return Object.assign(leaveOut, { each: () => leaveOut }) as unknown as typeof it;
}

function skipping(reason: string) {
  return ({ skip }: TestContext) => skip(reason);
}
