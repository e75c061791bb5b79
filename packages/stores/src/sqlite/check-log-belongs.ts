import { realpathSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { StoreError } from '@location-records/core';
import type { Engine } from './engine.ts';
import { logPathOf } from './log-file.ts';
import { resultOf, results } from './sqlite-failure.ts';
import { sentence } from './store-failure.ts';

/** Bytes: a database up to this size is looked through as a whole, which takes a fraction of a second. */
const maxChecked = 67_108_864;

/**
 * Refuses a database that does not fit the log beside it, as after a file was restored from a backup and the log of the
 * earlier one was left. Nothing in a log names its database, so what both give together is looked through, where the
 * database is not too large for that. The connection cannot write: closing another would move the log into the file.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` that names the log.
 */
export function checkLogBelongs(engine: Engine, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.size === 0) return;
  const logPath = logPathOf(realpathSync(path));
  const logSize = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
  if (logSize === 0 || found.size + logSize > maxChecked || fits(engine, path)) return;
  const problem = `the file and its log ${JSON.stringify(logPath)} do not belong together, or are damaged; if the file was restored from a backup, move that log away, otherwise restore both`;
  throw new StoreError('STORE_UNSUITABLE', sentence('open', path, problem));
}

function fits(engine: Engine, path: string): boolean {
  const database = new engine.DatabaseSync(`${pathToFileURL(path).href}?mode=ro`);
  try {
    const row = database.prepare('PRAGMA quick_check(1)').get() as { readonly quick_check: string };
    return row.quick_check === 'ok';
  } catch (error) {
    // Any other error is met again, and told, when the database is opened.
    return resultOf(error) !== results.corrupt;
  } finally {
    database.close();
  }
}
