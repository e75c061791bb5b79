/** An engine, driven by its client alone, as somebody would who has no need for a service. */
export interface Driver {
  get(id: string): Promise<unknown>;
  put(id: string, description: string, latitude: number, longitude: number): Promise<unknown>;
  close(): Promise<unknown>;
}
