import { describe, it, type TestContext } from 'vitest';
import { canStart, type Engine, findProgram, isThere } from '../engines/index.ts';

/** What tests need from their machine. */
export interface Needs {
  /** An engine that the tests start themselves, because they kill it, pause it or configure it. */
  readonly ownServer?: Engine;
  /** An engine that the tests start, unless the environment names a running server. */
  readonly server?: Engine;
  /** A program on the path. */
  readonly program?: string;
  /** The operating system. */
  readonly platform?: NodeJS.Platform;
}

/** The first need that this machine does not meet, in words; `undefined` when it meets all. */
export function lacks({ ownServer, server, program, platform }: Needs): string | undefined {
  if (ownServer && !canStart(ownServer)) return `${ownServer} is not installed`;
  if (server && !isThere(server)) return `${server} is not installed, and no running one is named`;
  if (program && !findProgram(program)) return `${program} is not installed`;
  if (platform && process.platform !== platform) return `this is not ${platform}`;
  return undefined;
}

/** `describe`. With a reason, one skipped test that names the reason instead. */
export function describeUnless(reason: string | undefined): typeof describe {
  if (reason === undefined) return describe;
  const leaveOut = (title: string) => describe(title, () => it('is left out', skipping(reason)));
  return Object.assign(leaveOut, { each: () => leaveOut }) as unknown as typeof describe;
}

/** `it`. With a reason, a skipped test that names the reason. */
export function itUnless(reason: string | undefined): typeof it {
  if (reason === undefined) return it;
  const leaveOut = (title: string) => it(title, skipping(reason));
  return Object.assign(leaveOut, { each: () => leaveOut }) as unknown as typeof it;
}

function skipping(reason: string) {
  return ({ skip }: TestContext) => skip(reason);
}
