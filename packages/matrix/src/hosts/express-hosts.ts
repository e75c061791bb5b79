import { createServer, type Server } from 'node:http';
import { createMiddleware } from '@location-records/adapters/express';
import type { Handler } from '@location-records/core';
import compression from 'compression';
import express from 'express';
import express4 from 'express4';
import type { Host, Unreachable } from '../host.ts';
import { belowMountPath, mountPath } from './mount-path.ts';
import { decoded, everyTypeParsed, parsed } from './parsed-reasons.ts';
import { bareServer, everyBodyInvited, mounted } from './reasons.ts';
import { serverHost } from './server-host.ts';

const everywhere = [...bareServer, everyBodyInvited];

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
  return serverHost(name, behind([parser], create), [...everywhere, ...parsed, ...more]);
}

/** What stays of a JSON body is its value, whose text has neither white space nor what comes behind it. */
const reserialized: Unreachable = {
  reason: 'The limit applies to the JSON text of what was parsed, which has lost its white space.',
  cases: ['limit-spaces-before', 'limit-cut-at-end'],
};
const charset: Unreachable = {
  reason: 'The parser decodes the body as its charset says.',
  cases: ['body-charset-parameter'],
};

/** Express in both versions, mounted in every way. */
export const expressHosts: readonly Host[] = [
  serverHost('Express 4', behind([], express4), everywhere),
  serverHost('Express 5', behind([]), everywhere),
  serverHost(
    'Express 4, mounted at a path',
    (handle) => belowMountPath(createServer(express4().use(mountPath, createMiddleware(handle)))),
    [...everywhere, ...mounted],
  ),
  serverHost(
    'Express 5, in a Router, strict routing, trust proxy',
    (handle) => {
      const router = express.Router({ strict: true }).use('/locations', createMiddleware(handle));
      const app = express().set('strict routing', true).set('trust proxy', true).use('/api', router);
      return belowMountPath(createServer(app));
    },
    [...everywhere, ...mounted],
  ),
  behindParser('Express 4, behind express.json()', express4.json(), [...decoded, reserialized], express4),
  behindParser('Express 5, behind express.json()', express.json(), [...decoded, reserialized]),
  behindParser('Express 5, behind express.text()', express.text({ type: '*/*' }), [
    everyTypeParsed,
    ...decoded,
    charset,
  ]),
  behindParser('Express 5, behind express.raw()', express.raw({ type: '*/*' }), [everyTypeParsed]),
  serverHost('Express 5, behind express.urlencoded()', behind([express.urlencoded()]), everywhere),
  serverHost('Express 5, behind compression()', behind([compression()]), everywhere),
];
