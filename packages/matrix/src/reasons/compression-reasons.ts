import type { Unreachable } from '../host.ts';
import { connectionEnded } from './shows.ts';

/** Where each body is compressed on its way to the client, and decoded there. */
export const compressed: readonly Unreachable[] = [
  {
    reason:
      'A long list has no Content-Length, nor has the response to HEAD; compressed and decoded it has one.',
    cases: ['list-long-head'],
    shows: /^content-length: expected \["\d+"\], got undefined$/,
  },
  {
    reason:
      'node:http ends the connection when the client ends its side, and what is compressed comes later.',
    cases: ['server-half-closed'],
    shows: connectionEnded,
  },
];
