import type { Explanation } from './explanation.ts';

/** Header fields of a response, under their usual spelling. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response of the service as plain data: what an adapter writes to its host. */
export interface LocationResponse {
  readonly status: number;
  /** `Content-Length` is among them whenever the body is a string; a streamed body has none. */
  readonly headers: ResponseHeaders;
  /**
   * The whole body, or a long Location list in pieces of about 64 KiB. Whoever stops reading the pieces
   * before the end calls `return()` (as `for await` does), which releases the store's list. A piece that
   * rejects means that the store failed half-way: the response must be broken off, so that no client takes
   * a part for the whole.
   */
  readonly body: string | AsyncIterableIterator<string>;
  /** The target names no route of the service, so a host that has other routes may ask these instead. */
  readonly isRouteUnknown?: true;
  /**
   * The clause that decided, and why. It is not for the client: an adapter sends `status`, `headers` and `body`. Every
   * response of `createHandler` has one; one of your own handler may leave it out.
   */
  readonly explanation?: Explanation | undefined;
}
