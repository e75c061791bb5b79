declare module 'express4' {
  import express from 'express';
  export default express;
}

/** json-server 0.17, which has no types: as much of it as is used. */
declare module 'json-server' {
  interface Request {
    readonly method: string;
    readonly url: string;
    readonly socket: { destroy(): void };
  }
  interface Response {
    end: () => void;
    write: () => boolean;
  }
  type Middleware = (request: Request, response: Response, next: () => void) => void;
  interface Listening {
    once(event: 'listening', listener: (value?: unknown) => void): void;
    address(): { readonly port: number };
    close(): void;
  }
  const jsonServer: {
    create(): { use(middleware: Middleware): void; listen(port: number, host: string): Listening };
    router(data: object): Middleware & {
      readonly db: { get(name: string): { find(match: object): { value(): unknown } } };
    };
  };
  export default jsonServer;
}
