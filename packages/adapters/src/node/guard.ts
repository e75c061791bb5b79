import type { IncomingMessage } from 'node:http';
import type { WholeResponse } from './write-response.ts';

/** The head of a request, as far as a {@link Guard} looks at it. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>;

/**
 * Looks at a request before the service does. `host` is the value of its `Host` field; CONNECT and methods that
 * node:http does not know may come without a valid one, and it is `undefined` then. A response that the guard gives
 * is sent in place of the service's, and the connection is closed behind it.
 */
export type Guard = (head: RequestHead, host: string | undefined) => WholeResponse | undefined;
