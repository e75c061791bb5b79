/** Options of {@link openRedisStore}. */
export interface RedisStoreOptions {
  /**
   * `redis://[user[:password]@]host[:port][/database]`, or `rediss://…` for TLS; or several nodes of one cluster, with
   * the same user and password. One node of a cluster is enough to find the others.
   */
  readonly url: string | readonly string[];
  /**
   * Begins the names of all keys, so that several services can share a server: any well-formed string that is not
   * empty.
   * @default 'location-records'
   */
  readonly prefix?: string | undefined;
  /**
   * Into how many hashes the records are spread: a whole number from 1 to 65,536. It is fixed when a prefix is first
   * used. Left out, it is what it was then.
   * @default 1024
   */
  readonly buckets?: number | undefined;
  /**
   * How many replicas must confirm a write before it is acknowledged: a whole number from 0 to 100.
   * @default 0
   */
  readonly replicas?: number | undefined;
  /**
   * How many milliseconds a call may take as a whole, reconnecting included; in a list, each batch: a whole number
   * from 1 to 2,147,483,647.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /** Gives up opening, which then rejects with the reason of the signal. Once the store is open it has no effect. */
  readonly signal?: AbortSignal | undefined;
}
