import { createServer } from 'node:http';
import express from 'express';
import express4 from 'express4';
import { listen } from '../listening.ts';

/** Express in both versions, for `describe.each`. */
export const versions = [
  ['Express 4', express4],
  ['Express 5', express],
] as const;

/** A location as JSON. */
export const location = '{"coordinates":{"latitude":1,"longitude":2}}';
/** The fields of a request with a location as JSON. */
export const isJson = { 'Content-Type': 'application/json' };

/** Serves an app until the test has finished, and gives its origin. */
export async function serveApp(app: express.Express): Promise<string> {
  // Express writes every unhandled error to the terminal, except in tests.
  return `http://127.0.0.1:${await listen(createServer(app.set('env', 'test')))}`;
}

/** An error handler of an app that responds with 599 and what the error says. */
export const tellError: express.ErrorRequestHandler = (error, _req, res, _next) => {
  res.status(599).json({ name: error.name, code: error.code, type: error.type, message: error.message });
};

/** The status of a response, and its body as text. */
export async function ask(url: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}
