import type { IncomingMessage, ServerResponse } from 'node:http';

/** The members of a request of Express 4 or 5 that are used. Nothing of Express is imported. */
export interface ExpressLikeRequest extends IncomingMessage {
  /** The path at which the service is mounted, as the client wrote it. */
  readonly baseUrl?: string;
  /** The target before the mount path was taken away. */
  readonly originalUrl?: string;
  /** What a body parser that ran first made of the body. */
  readonly body?: unknown;
  /** Whether a parser of Express itself has read the body. */
  readonly _body?: unknown;
  /** The app. It tells the version of Express. */
  readonly app?: object;
  /** Where apps keep the bytes that a body parser has read. */
  readonly rawBody?: unknown;
}

/** Passes on a request, or the error that belongs to it. */
export type Next = (error?: unknown) => void;

/** A middleware, for `app.use`. */
export type Middleware = (req: ExpressLikeRequest, res: ServerResponse, next: Next) => void;

/** A middleware for requests for which an earlier one has called `next` with an error. */
export type ErrorMiddleware = (
  error: unknown,
  req: ExpressLikeRequest,
  res: ServerResponse,
  next: Next,
) => void;
