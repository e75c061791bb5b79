/** An engine that is used through its client alone, without the service. */
export interface Driver {
  get(id: string): Promise<unknown>;
  put(id: string, description: string, latitude: number, longitude: number): Promise<unknown>;
  close(): Promise<unknown>;
}
