import { afterEach, expect, it, vi } from 'vitest';
import { loadSqlite } from '../../src/geopackage/open-geopackage.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a GeoPackage is refused with when `node:sqlite` is missing, and the drop-in fails with this error. */
async function refusal(message: string, code?: string): Promise<unknown> {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const cause = Object.assign(new Error(message), code && { code });
  return loadSqlite(() => Promise.reject(cause)).catch((error: unknown) => error);
}

it.each([
  [
    'ERR_MODULE_NOT_FOUND',
    "Cannot find package '@location-records/sqlite-node20' imported from /app/index.js",
  ],
  [
    'MODULE_NOT_FOUND',
    "Cannot find module '@location-records/sqlite-node20'\nRequire stack:\n- /app/index.cjs",
  ],
])('a missing drop-in for SQLite is named with what to install (%s)', async (code, message) => {
  expect(await refusal(message, code)).toMatchObject({
    code: 'FORMAT_UNAVAILABLE',
    message:
      'GeoPackage needs SQLite, which this runtime lacks: run npm install @location-records/sqlite-node20, ' +
      'or use Node.js 22.13 or later.',
  });
});

it.each([
  ['ERR_DLOPEN_FAILED', '/app/node_modules/sqlite.node: invalid ELF header'],
  [
    'ERR_MODULE_NOT_FOUND',
    "Cannot find package '@photostructure/sqlite' imported from /app/@location-records/sqlite-node20/dist/index.js",
  ],
])(
  'a drop-in for SQLite that cannot be loaded is refused with the real cause (%s)',
  async (code, message) => {
    expect(await refusal(message, code)).toMatchObject({
      code: 'FORMAT_UNAVAILABLE',
      message: `GeoPackage needs SQLite, and @location-records/sqlite-node20 cannot be loaded: ${message}`,
    });
  },
);
