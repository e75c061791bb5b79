import { expect, it } from 'vitest';
import { loadPackage } from '../../src/shared/load-package.ts';

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

it.each([
  coded(`Cannot find package 'pg' imported from /app/index.js`, 'ERR_MODULE_NOT_FOUND'),
  coded(`Cannot find module 'pg'\nRequire stack:\n- /app/index.js`, 'MODULE_NOT_FOUND'),
])('a client that is missing rejects with how to install it: $code', async (cause) => {
  await expect(loadPackage('PostgreSQL', 'pg', () => Promise.reject(cause))).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message:
      'The PostgreSQL store needs the package "pg": run "npm install pg", or add "--package pg" if npx runs it.',
    cause,
  });
});

it.each([
  coded(`Cannot find module 'pg-pool'`, 'MODULE_NOT_FOUND'),
  coded(`Cannot find package 'pg' imported from a`, 'EACCES'),
  new Error('Unexpected token'),
])('a client that cannot be loaded rejects with the cause: $message', async (cause) => {
  await expect(loadPackage('PostgreSQL', 'pg', () => Promise.reject(cause))).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: `The PostgreSQL store cannot load the package "pg" (${cause.message}).`,
    cause,
  });
});
