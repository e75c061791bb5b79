import type { Unreachable } from '../host.ts';

/** A request for the whole server. */
export const starForApp: Unreachable = {
  reason: 'OPTIONS * names the whole server, so that the app answers it and not what is mounted at a path.',
  cases: ['method-options-star', 'connection-options-star', 'base-path-options'],
  shows: /^(?:status|response): expected .*200.*, got (?:404$|\[404,|"404 )/,
};

/** What a mount point is not asked, or is asked in another way. */
export const mounted: readonly Unreachable[] = [
  {
    reason: 'Dot segments that lead out of the mount point lead out of the service.',
    cases: ['target-spelling-dots-at-root', 'target-root-dots', 'target-root-dots-encoded'],
    shows: /^(?:status|response): expected .*200.*, got (?:404|"404 \{.*\}")$/,
  },
  starForApp,
];
