// What node:http and one statement of SQLite cost: `bare-select.mjs <constant> <large constant> <file>`. On GET it looks the
// record up in the file, and sends the constant bytes. POST creates a small one, and `large` is there.
import { createServer } from 'node:http';
import { loadSqliteEngine } from '@location-records/stores/sqlite';
import { serve } from './serve.mjs';

const [, , small = '', large = '', file = ''] = process.argv;
const { DatabaseSync } = await loadSqliteEngine();
const database = new DatabaseSync(file);
database.exec(`
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS locations (
    id TEXT PRIMARY KEY, description TEXT, latitude REAL NOT NULL, longitude REAL NOT NULL
  );
`);
const insert = database.prepare('INSERT OR REPLACE INTO locations VALUES (?, ?, ?, ?)');
const select = database.prepare('SELECT description, latitude, longitude FROM locations WHERE id = ?');

/** @param {string} text */
const json = (text) => {
  const bytes = Buffer.from(text);
  return { bytes, headers: { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) } };
};
/** @param {string} body */
const constant = (body) => {
  const { description, coordinates } = JSON.parse(body);
  return { ...json(body), columns: [description, coordinates.latitude, coordinates.longitude] };
};
const constants = { small: constant(small), large: constant(large) };
insert.run('large', ...constants.large.columns);

serve(
  createServer((req, res) => {
    const id = /** @type {string} */ (req.url).slice(1);
    const record = constants[id === 'large' ? 'large' : 'small'];
    if (req.method !== 'GET') {
      req.resume();
      if (req.method === 'POST') insert.run(id, ...record.columns);
      res.writeHead(200, { 'Content-Length': '0' }).end();
      return;
    }
    const isAbsent = select.get(id) === undefined;
    const { bytes, headers } = isAbsent
      ? json(JSON.stringify({ error_message: `Resource not found: ${id}` }))
      : record;
    res.writeHead(isAbsent ? 404 : 200, headers).end(bytes);
  }),
);
