import type { Server } from 'node:http';
import type { Handler } from '@location-records/core';

/** A server that breaks one rule of the way from the wire to the handler and back. */
export interface ServerMutant {
  readonly id: string;
  /** What it does wrong, to follow "a server that". */
  readonly breaks: string;
  /** The case of the HTTP contract that must reject it. */
  readonly killedBy: string;
  readonly create: (handle: Handler) => Server;
}
