import { binaryOf } from '@location-records/dev-kit/campaigns';
import { type Entrant, record } from '../shared/cpu-time/contestants.ts';
import { ServerProcess } from '../shared/server-process.ts';

/** Where the service is mounted. */
export interface Host {
  readonly name: string;
  /** The code written by hand first, then the service, and what tells where the difference comes from. */
  readonly entrants: readonly Entrant[];
  readonly mountPath: string;
  readonly requestsPerSlice: number;
  /** The maximum ratio to the CPU time of code written by hand. */
  readonly limit: number;
  /** The minimum ratio to its requests per second, where there is a target. */
  readonly rateLimit?: number;
}

/** The hosts, each with a server that does the same without the service. */
export const hosts: readonly Host[] = [
  {
    name: 'Express',
    entrants: [entrant('route by hand', 'express-route'), entrant('createMiddleware', 'express-mount')],
    mountPath: '/locations',
    requestsPerSlice: 2000,
    limit: 1.05,
  },
  fetchHost('Bun', [binaryOf('bun')]),
  fetchHost('Deno', [binaryOf('deno'), 'run', '--allow-all']),
];

function fetchHost(name: string, runtime: readonly string[]): Host {
  return {
    name,
    entrants: [
      entrant('fetch by hand', 'fetch-by-hand', runtime),
      entrant('createFetchHandler', 'fetch-mount', runtime),
      entrant('from objects by hand', 'fetch-from-objects', runtime),
    ],
    mountPath: '',
    // A request costs a tenth of one in Express. The runtimes go on compiling in the background over tens of thousands
    // of requests.
    requestsPerSlice: 10_000,
    limit: 1.08,
    rateLimit: 0.9,
  };
}

function entrant(name: string, script: string, runtime?: readonly string[]): Entrant {
  return {
    name,
    start: (settings) => ServerProcess.startOwn(script, [record.id, record.body], { ...settings, runtime }),
  };
}
