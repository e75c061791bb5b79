/** How {@link createClient} asks a service. */
export interface ClientOptions {
  /** Where the list of the service is, such as `https://places.example/api/locations`. */
  readonly url: string | URL;
  /**
   * The function that sends the requests.
   * @default the global one
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Sent as `Authorization: Bearer …` with every request. */
  readonly token?: string | undefined;
  /** Further fields for every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How long to wait for the head of a response, and for each piece of its body, in milliseconds; 0 waits for
   * ever.
   * @default 30_000
   */
  readonly timeout?: number | undefined;
  /**
   * How often a read that fails is repeated, after pauses at random of up to 100 ms, 200 ms, 400 ms, and so on, or as
   * long as `Retry-After` says.
   * @default 3
   */
  readonly retries?: number | undefined;
  /**
   * Whether writes are repeated, too. A write whose response was lost may be done: repeated, it undoes what another
   * client has written in between.
   * @default false
   */
  readonly retryWrites?: boolean | undefined;
}
