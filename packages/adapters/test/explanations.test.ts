import { createServer } from 'node:http';
import { createHandler, createMemoryStore, type Handler, type LocationRequest } from '@location-records/core';
import express from 'express';
import { expect, it } from 'vitest';
import { createMiddleware } from '../src/express/index.ts';
import { createFetchHandler } from '../src/fetch/index.ts';
import { createListener } from '../src/node/index.ts';
import { location } from './express/express-apps.ts';
import { dial, listen, readToEnd } from './listening.ts';

const mark = 'not-for-the-client';
/** A response of every kind: with a body, without one, an error, in pieces. */
const asked = [
  ['POST', '/a'],
  ['GET', '/a'],
  ['HEAD', '/a'],
  ['GET', '/b'],
  ['GET', '/a/b'],
  ['PUT', '/'],
  ['PATCH', '/a'],
  ['OPTIONS', '/a'],
  ['GET', '/'],
  ['DELETE', '/a'],
] as const;
const type = 'application/json';

/** A service of many records whose responses have the mark in their explanations. */
async function marked(): Promise<Handler> {
  const store = createMemoryStore();
  for (let id = 0; id < 2000; id++) await store.put(`${id}`, { coordinates: { latitude: 1, longitude: 2 } });
  const handle = createHandler({ store });
  return async (request: LocationRequest) => {
    const response = await handle(request);
    return { ...response, explanation: { clause: `${mark}-clause`, reason: `${mark}-reason` } };
  };
}

/** Asks everything on one connection of HTTP/1.1, and gives all bytes that come back. */
async function askHttp1(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const client = await dial(await listen(createServer(listener)));
  const received = readToEnd(client);
  const head = `Host: a\r\nContent-Type: ${type}\r\nContent-Length: ${location.length}\r\n`;
  const requests = asked.map(([method, target]) => `${method} ${target} HTTP/1.1\r\n${head}\r\n${location}`);
  client.write(`${requests.join('')}GET /last HTTP/1.1\r\n${head}Connection: close\r\n\r\n${location}`);
  return received;
}

async function askFetch(handle: Handler): Promise<string> {
  const fetchLocations = createFetchHandler(handle);
  let received = '';
  for (const [method, path] of [...asked, ['GET', '/last']]) {
    const body = method === 'GET' || method === 'HEAD' ? null : location;
    const request = new Request(`http://a${path}`, { method, body, headers: { 'Content-Type': type } });
    const response = await fetchLocations(request);
    received += `${response.statusText}${JSON.stringify([...response.headers])}${await response.text()}`;
  }
  return received;
}

it.each([
  ['the listener of node:http', async (handle: Handler) => askHttp1(createListener(handle))],
  ['the middleware of Express', async (handle: Handler) => askHttp1(express().use(createMiddleware(handle)))],
  ['the fetch handler', askFetch],
])('no explanation goes out by way of %s', async (_, ask) => {
  const received = await ask(await marked());
  expect(received).toContain('Resource not found: last');
  expect(received).not.toContain(mark);
});
