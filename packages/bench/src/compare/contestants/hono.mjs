// The app of Hono on its adapter for Node.js.
import { serve } from '@hono/node-server';
import { announce } from '../../servers/serve.mjs';
import { app } from './apps/hono.mjs';

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => announce(port));
