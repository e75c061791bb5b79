/** What the command line of `location-records diff` says. */
export interface DiffCommandOptions {
  /** The base URLs of the two services. */
  readonly urls: readonly [a: string, b: string];
  /** How many calls each service is sent. */
  readonly calls: number;
  /** Without it a new one is taken. */
  readonly seed?: number | undefined;
  /** How many milliseconds each wait for a server is given. */
  readonly timeout: number;
  /** Takes certificates that are not trusted. */
  readonly insecure?: boolean | undefined;
  /** Writes the report as JSON. */
  readonly json?: boolean | undefined;
}
