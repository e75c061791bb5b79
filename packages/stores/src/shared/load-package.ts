import { StoreError } from '@location-records/core';
import { oneLine } from './failures.ts';

/**
 * Loads the client of an engine, a peer dependency.
 *
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` with the command that installs a missing package,
 * or with the cause if it cannot be loaded.
 */
export async function loadPackage<T>(engine: string, name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const problem = isMissing(cause, name)
      ? `needs the package "${name}": run "npm install ${name}", or add "--package ${name}" if npx runs it`
      : `cannot load the package "${name}" (${oneLine(cause)})`;
    throw new StoreError('STORE_UNAVAILABLE', `The ${engine} store ${problem}.`, { cause });
  }
}

/** Returns whether the package itself is missing, not one of its dependencies. */
function isMissing(cause: unknown, name: string): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  const isNotFound = cause.code === 'ERR_MODULE_NOT_FOUND' || cause.code === 'MODULE_NOT_FOUND';
  return isNotFound && new RegExp(`^Cannot find (package|module) '${name}'`).test(cause.message);
}
