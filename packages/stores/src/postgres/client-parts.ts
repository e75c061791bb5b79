import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Client } from 'pg';

/** What every client of `pg` has, and its types do not declare. Its own listeners are added when it connects. */
export type ClientParts = Client & {
  readonly connection: EventEmitter & {
    readonly stream: Duplex;
    attachListeners(stream: Duplex): void;
  };
};
