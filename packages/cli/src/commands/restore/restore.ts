import { resolve } from 'node:path';
import { CommandError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { counted, formatDuration } from '../../output/numbers.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { writeAll } from '../../output/write-all.ts';
import { describeStore } from '../../store-urls/store-urls.ts';
import { demandSqlite, writeDatabase } from '../backup/write-database.ts';
import { type CheckTools, checkStored } from '../check-store/check-stored.ts';
import type { RestoreCommandOptions } from './restore-command.ts';

/**
 * Checks a backup, makes a new store of it, and writes the report. Resolves to 0, or to 128 + n after signal n.
 *
 * @throws {UsageError} when the store is not in an SQLite file.
 * @throws {CommandError} when the backup is damaged, or the file of the store exists or cannot be written.
 * @throws {StoreError} when the backup cannot be read.
 */
export async function restore(
  { file, store, json }: RestoreCommandOptions,
  io: Io,
  jsonReport: JsonReport,
): Promise<number> {
  demandSqlite(store, 'restore');
  const source = { scheme: 'sqlite', address: resolve(file) };
  const begin = performance.now();
  const check = async (tools: CheckTools) => {
    const [problem, ...others] = (await checkStored(source, tools)).problems;
    if (!problem) return;
    const rest = others.length === 0 ? '' : `, and ${counted(others.length, 'problem')} more`;
    const message = `${printableLine(file)} is damaged (${problem.message}${rest}); use another backup, or see location-records check-store.`;
    throw new CommandError('BACKUP_DAMAGED', message);
  };
  const task = { path: source.address, to: store.address };
  return writeDatabase(
    io,
    task,
    'restored',
    async (written) => {
      const durationMs = Math.round(performance.now() - begin);
      const report = { file, store: describeStore(store), ...written, durationMs };
      if (json) return jsonReport.write(report);
      const what = `${counted(written.records, 'record')} to ${printableLine(store.address)}`;
      const line = `${paintFor(io).good('✓')} Restored ${what} (${formatDuration(durationMs)})\n`;
      await writeAll(io.stdout, line);
    },
    check,
  );
}
