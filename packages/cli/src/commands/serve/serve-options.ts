import type { HandlerOptions } from '@location-records/core';
import type { StoreTarget } from '../../store-urls/store-urls.ts';

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
  /** The origins that may use the service in a browser, or `*`; without them none may. */
  readonly cors?: readonly string[] | undefined;
  /** Names under which the service is reached, in lower case; `*.` stands for any subdomain. */
  readonly allowedHost?: readonly string[] | undefined;
  /** How long requests under way may take after a signal, in seconds. */
  readonly grace: number;
  /** Prints nothing on stdout but the address. */
  readonly quiet?: boolean | undefined;
  /** Without it the format depends on who watches. */
  readonly log?: LogFormat | undefined;
  /** The request log also tells why each request was answered as it was. */
  readonly explain?: boolean | undefined;
}
