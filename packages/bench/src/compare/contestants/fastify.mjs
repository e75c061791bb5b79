// The app of Fastify over a Map.
import { app } from './apps/fastify.mjs';
import { listen } from './fastify-app.mjs';

await listen(app);
