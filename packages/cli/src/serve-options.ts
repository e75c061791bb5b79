import type { HandlerOptions } from '@location-records/core';
import type { StoreTarget } from './store-engines.ts';

/** How requests are logged: JSON lines, lines for a person, or not at all. */
export type LogFormat = 'json' | 'pretty' | 'off';

/** What the command line of `location-records serve` says, checked and with defaults in place. */
export interface ServeOptions
  extends Pick<
    HandlerOptions,
    'basePath' | 'bodyLimit' | 'strictCoordinates' | 'unknownMembers' | 'absentDescription'
  > {
  /** From 0 to 65535; 0 is any free port. */
  readonly port: number;
  /** An address of this machine, or a name of one. */
  readonly host: string;
  readonly store: StoreTarget;
  /** In bytes, of an `sqlite:` store. Without it, the default of the store holds. */
  readonly maxLogSize?: number | undefined;
  /** The origin that may read answers in a browser, or `*`; without it none may. */
  readonly cors?: string | undefined;
  /** Prints nothing on stdout but the address. */
  readonly quiet?: boolean | undefined;
  /** Without it the format depends on who watches. */
  readonly log?: LogFormat | undefined;
  /** The request log also tells why each request was answered as it was. */
  readonly explain?: boolean | undefined;
}
