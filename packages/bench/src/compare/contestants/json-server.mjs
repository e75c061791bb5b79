// json-server over its own file, as its README has it under "Module": `json-server.mjs <file>`. Only its log is off.
import { createRequire } from 'node:module';
import { announce } from '../../servers/serve.mjs';

// It has no types.
const jsonServer = createRequire(import.meta.url)('json-server');
const [, , file = ''] = process.argv;
const server = jsonServer.create();
server.use(jsonServer.defaults({ logger: false }));
server.use(jsonServer.router(file));
const listening = server.listen(0, '127.0.0.1', () => announce(listening.address().port));
