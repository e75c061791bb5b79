/** The CPU time that a server took for one request on average, in microseconds. */
export interface Cost {
  readonly total: number;
  readonly user: number;
}
