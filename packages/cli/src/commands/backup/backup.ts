import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { counted, formatDuration } from '../../output/numbers.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { writeAll } from '../../output/write-all.ts';
import { describeStore, isFileOf } from '../../store-urls/store-urls.ts';
import type { BackupCommandOptions } from './backup-command.ts';
import { demandSqlite, writeDatabase } from './write-database.ts';

/**
 * Writes a backup of a store, and the report. Resolves to 0, or to 128 + n after signal n.
 *
 * @throws {UsageError} when the store is not in an SQLite file, or the backup would be that file.
 * @throws {CommandError} when the backup cannot be written.
 * @throws {StoreError} when the store cannot be read.
 */
export async function backup(options: BackupCommandOptions, io: Io, jsonReport: JsonReport): Promise<number> {
  const { store, file, force = false, json } = options;
  demandSqlite(store, 'backup');
  if (await isFileOf(file, store)) {
    throw new UsageError(`${printableLine(file)} is the file of the store.`, 'Name another file.');
  }
  const begin = performance.now();
  const task = { path: store.address, to: resolve(file), replace: force };
  return writeDatabase(io, task, 'backed up', async (written) => {
    const durationMs = Math.round(performance.now() - begin);
    const report = { store: describeStore(store), file, ...written, durationMs };
    if (json) return jsonReport.write(report);
    const what = `${counted(written.records, 'record')} to ${printableLine(file)}`;
    const line = `${paintFor(io).good('✓')} Backed up ${what} (${formatDuration(durationMs)})\n`;
    await writeAll(io.stdout, line);
  });
}
