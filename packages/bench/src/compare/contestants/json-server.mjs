// json-server over its own file, as its README has it under "Module": `json-server.mjs <file> [<records>]`. Only its log is
// off. The file begins with the first records of the big list.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { announce } from '../../servers/serve.mjs';
import { idOf, locationOf } from '../../shared/big-list.mjs';

// It has no types.
const jsonServer = createRequire(import.meta.url)('json-server');
const [, , file = '', records = 0] = process.argv;
const first = (/** @type {number} */ index) => ({ id: idOf(index), ...locationOf(index) });
const locations = Array.from({ length: Number(records) }, (_, index) => first(index));
writeFileSync(file, JSON.stringify({ locations }));
const server = jsonServer.create();
server.use(jsonServer.defaults({ logger: false }));
server.use(jsonServer.router(file));
const listening = server.listen(0, '127.0.0.1', () => announce(listening.address().port));
