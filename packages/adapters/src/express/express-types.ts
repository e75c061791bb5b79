import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is used of a request of Express, of either version; nothing of Express is imported. */
export interface ExpressLikeRequest extends IncomingMessage {
  /** The path at which the service is mounted, as the client wrote it. */
  readonly baseUrl?: string;
  /** The target before the mount path was taken away. */
  readonly originalUrl?: string;
  /** What a body parser that ran first made of the body. */
  readonly body?: unknown;
  /** Whether one of Express's own has read the body. */
  readonly _body?: unknown;
  /** The app, which tells the version of Express. */
  readonly app?: object;
  /** Where apps that need them, too, keep the bytes that a body parser read. */
  readonly rawBody?: unknown;
}

/** Hands a request on, or the error that belongs to it. */
export type Next = (error?: unknown) => void;

/** A middleware, for `app.use`. */
export type Middleware = (req: ExpressLikeRequest, res: ServerResponse, next: Next) => void;

/** A middleware for requests of which an earlier one said that they failed. */
export type ErrorMiddleware = (
  error: unknown,
  req: ExpressLikeRequest,
  res: ServerResponse,
  next: Next,
) => void;
