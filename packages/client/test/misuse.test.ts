import * as client from '@location-records/client';
import { testMisuse } from '@location-records/workspace/tests';

const url = 'http://a.test';

testMisuse(new URL('../', import.meta.url), {
  '.': {
    exports: client,
    functions: {
      createClient: [
        ['url', {}],
        ['url', { url: 'places' }],
        ['url', { url: 'ftp://a.test' }],
        ['url', { url: 'http://me:secret@a.test' }],
        ['url', { url: 'http://a.test/?a' }],
        ['timeout', { url, timeout: 2 ** 31 }],
        ['headers', { url, token: 'a\nb' }],
        ['headers', { url, headers: { 'a b': 'c' } }],
        ['retry', { url, retry: 1 }],
      ],
    },
    errors: ['ClientError'],
  },
});
