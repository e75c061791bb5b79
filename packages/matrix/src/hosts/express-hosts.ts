import { createServer, type Server } from 'node:http';
import { createMiddleware } from '@location-records/adapters/express';
import type { Handler } from '@location-records/core';
import compression from 'compression';
import type express from 'express';
import type { Host, Unreachable } from '../host.ts';
import {
  charsetDecoded,
  compressed,
  decoded,
  everyTypeParsed,
  parsed,
  reserialized,
} from '../reasons/express-reasons.ts';
import { bareServer, mounted } from '../reasons/node-http-reasons.ts';
import { gzipService } from './gzip-service.ts';
import { belowMountPath, mountPath, serverHost } from './server-host.ts';

/** Express in one version, with the service mounted in every way. The name of each host begins with `version`. */
export function expressHosts(version: string, create: typeof express): readonly Host[] {
  /** An app with a middleware before the service, which is mounted at the root. */
  const behind =
    (...before: readonly express.RequestHandler[]) =>
    (handle: Handler): Server =>
      createServer(create().use(...before, createMiddleware(handle)));

  const behindParser = (name: string, parser: express.RequestHandler, more: readonly Unreachable[]) =>
    serverHost(`${version}, behind ${name}`, behind(parser), [...bareServer, ...parsed, ...more]);

  return [
    serverHost(`${version}, at the root`, behind(), bareServer),
    serverHost(
      `${version}, mounted at a path`,
      (handle) => belowMountPath(createServer(create().use(mountPath, createMiddleware(handle)))),
      [...bareServer, ...mounted],
    ),
    serverHost(
      `${version}, in a Router, strict routing, trust proxy`,
      (handle) => {
        const router = create.Router({ strict: true }).use('/locations', createMiddleware(handle));
        const app = create().set('strict routing', true).set('trust proxy', true).use('/api', router);
        return belowMountPath(createServer(app));
      },
      [...bareServer, ...mounted],
    ),
    behindParser('express.json()', create.json(), [decoded, reserialized]),
    behindParser('express.text()', create.text({ type: '*/*' }), [everyTypeParsed, decoded, charsetDecoded]),
    behindParser('express.raw()', create.raw({ type: '*/*' }), [everyTypeParsed]),
    serverHost(
      `${version}, behind express.urlencoded()`,
      behind(create.urlencoded({ extended: false })),
      bareServer,
    ),
    serverHost(
      `${version}, behind compression()`,
      // This compresses even short bodies, and even if no client asks for it.
      behind(compression({ threshold: 0, enforceEncoding: 'gzip' })),
      [...bareServer, ...compressed],
      { asSeen: gzipService },
    ),
  ];
}
