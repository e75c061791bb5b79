// The app of h3, whose `serve` listens with srvx.
import { serve } from 'h3';
import { announce } from '../../servers/serve.mjs';
import { app } from './apps/h3.mjs';

const server = await serve(app, { port: 0, hostname: '127.0.0.1', silent: true }).ready();
announce(Number(new URL(/** @type {string} */ (server.url)).port));
