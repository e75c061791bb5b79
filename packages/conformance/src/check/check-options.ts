/** Options of {@link checkServer}. */
export interface CheckOptions {
  /** The base URL of the service: http or https, a host, a port, and the path under which it lives. */
  readonly url: string;
  /**
   * Sends nothing but GET, HEAD and OPTIONS, without a body. Cases that would send something else are left out.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Runs the cases of the specification alone, and judges nothing that it leaves open, such as the white space of
   * JSON.
   * @default false
   */
  readonly specOnly?: boolean | undefined;
  /**
   * Runs these cases alone: by clause (`SPEC 4.5`, which includes `SPEC 4.5.1`, or `D16`), or by how their ids begin.
   * @default every case
   */
  readonly only?: readonly string[] | undefined;
  /**
   * Leaves these cases out, named as in `only`.
   * @default none
   */
  readonly skip?: readonly string[] | undefined;
  /**
   * How many milliseconds each wait for the server is given; a whole case is given twelve times as long.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /**
   * Takes a certificate that is not trusted.
   * @default false
   */
  readonly insecure?: boolean | undefined;
  /** Ends the run early; what the case under way has created is removed, and the report tells what was run. */
  readonly signal?: AbortSignal | undefined;
  /** Told before each case, and once when all are done. What it throws ends the run. */
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

/** How far a check has come. */
export interface CheckProgress {
  /** How many cases are done. */
  readonly done: number;
  /** How many there are to run. */
  readonly total: number;
  /** How many of those that are done have found their own rule broken. */
  readonly failed: number;
  /** The case that is run next; `undefined` when all are done. */
  readonly id?: string | undefined;
}
