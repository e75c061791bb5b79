import nock from 'nock';
import { firstRecords } from './one-test.mjs';

/** nock with the requests that the test makes, defined for each test. */
export async function begin() {
  nock.disableNetConnect();
  const define = () => {
    /** @type {Map<string, any>} */
    const records = new Map(Object.entries(firstRecords));
    nock('https://api.test')
      .put('/home')
      .reply((_path, body) => {
        records.set('home', body);
        return [200, ''];
      })
      .get('/home')
      .reply(() => [200, records.get('home')])
      .get('/nowhere')
      .reply(404, { error_message: 'Resource not found: nowhere' });
  };
  define();
  return {
    url: 'https://api.test',
    reset() {
      nock.cleanAll();
      define();
    },
    end: () => nock.restore(),
  };
}
