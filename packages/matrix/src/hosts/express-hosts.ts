import { createServer, type Server } from 'node:http';
import { createMiddleware } from '@location-records/adapters/express';
import type { Handler } from '@location-records/core';
import compression from 'compression';
import express from 'express';
import express4 from 'express4';
import type { Host, Unreachable } from '../host.ts';
import { mounted } from '../reasons/mount-reasons.ts';
import { bareServer } from '../reasons/node-http-reasons.ts';
import { charsetDecoded, decoded, everyTypeParsed, parsed, reserialized } from '../reasons/parser-reasons.ts';
import { belowMountPath, mountPath } from './mount-path.ts';
import { serverHost } from './server-host.ts';

/** An app with a middleware before the service, which is mounted at the root. */
function behind(before: express.RequestHandler[], create = express): (handle: Handler) => Server {
  return (handle) => createServer(create().use(...before, createMiddleware(handle)));
}

function behindParser(
  name: string,
  parser: express.RequestHandler,
  more: readonly Unreachable[],
  create = express,
): Host {
  return serverHost(name, behind([parser], create), [...bareServer, ...parsed, ...more]);
}

/** Express in both versions, mounted in every way. */
export const expressHosts: readonly Host[] = [
  serverHost('Express 4', behind([], express4), bareServer),
  serverHost('Express 5', behind([]), bareServer),
  serverHost(
    'Express 4, mounted at a path',
    (handle) => belowMountPath(createServer(express4().use(mountPath, createMiddleware(handle)))),
    [...bareServer, ...mounted],
  ),
  serverHost(
    'Express 5, in a Router, strict routing, trust proxy',
    (handle) => {
      const router = express.Router({ strict: true }).use('/locations', createMiddleware(handle));
      const app = express().set('strict routing', true).set('trust proxy', true).use('/api', router);
      return belowMountPath(createServer(app));
    },
    [...bareServer, ...mounted],
  ),
  behindParser('Express 4, behind express.json()', express4.json(), [decoded, reserialized], express4),
  behindParser('Express 5, behind express.json()', express.json(), [decoded, reserialized]),
  behindParser('Express 5, behind express.text()', express.text({ type: '*/*' }), [
    everyTypeParsed,
    decoded,
    charsetDecoded,
  ]),
  behindParser('Express 5, behind express.raw()', express.raw({ type: '*/*' }), [everyTypeParsed]),
  serverHost('Express 5, behind express.urlencoded()', behind([express.urlencoded()]), bareServer),
  serverHost('Express 5, behind compression()', behind([compression()]), bareServer),
];
