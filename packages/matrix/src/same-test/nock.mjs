import assert from 'node:assert/strict';
import nock from 'nock';
import { remove } from './client.mjs';

const records = new Map([['home', { coordinates: { latitude: 1, longitude: 2 } }]]);
const requests = /** @type {string[]} */ ([]);
const lost = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
nock.disableNetConnect();
nock('https://api.test')
  .delete('/home')
  .times(2)
  .reply(function respond(path, _body, done) {
    requests.push(`${this.req.method} ${path}`);
    records.delete('home');
    done(requests.length === 1 ? lost : null, [200, '']);
  });
assert.equal((await remove('https://api.test/home')).status, 200);
assert.equal(records.has('home'), false);
assert.deepEqual(requests, ['DELETE /home', 'DELETE /home']);
nock.restore();
