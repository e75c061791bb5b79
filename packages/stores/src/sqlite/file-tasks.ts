import { loadEngine } from './engine.ts';
import { failures } from './failures.ts';
import { Reader } from './reader.ts';
import { isEmpty, missingTable } from './schema.ts';
import { type PostedError, toPosted } from './writer-messages.ts';

/** Something that takes as long as reading the whole file, for a thread. */
export interface FileTask {
  readonly kind: 'back up' | 'check';
  /** Absolute. */
  readonly path: string;
  /** The file to create for the backup. */
  readonly to?: string;
  readonly busyTimeout: number;
}

/** What the thread posts when it is done. */
export type TaskReply = { readonly result: TaskResult } | { readonly error: PostedError };

/** The number of records, and the problems that SQLite found. */
export interface TaskResult {
  readonly records: number;
  readonly problems: readonly string[];
}

/** How many problems SQLite reports at most. */
const maxProblems = 100;

/** Carries out a task. It never rejects. */
export async function carryOut(task: FileTask): Promise<TaskReply> {
  const { kind, path, to = '', busyTimeout } = task;
  try {
    const settings = { path, create: false, readOnly: true, busyTimeout, areas: undefined };
    const reader = new Reader(await loadEngine(), settings);
    try {
      const { database } = reader;
      if (isEmpty(database, path)) throw missingTable(path);
      if (kind === 'check') {
        const rows = database.prepare(`PRAGMA integrity_check(${maxProblems})`).all() as readonly object[];
        const found = rows.map((row) => String(Object.values(row)[0]));
        return { result: { records: 0, problems: found.filter((text) => text !== 'ok') } };
      }
      // A connection that only queries does not write to other files either.
      database.exec('PRAGMA query_only = OFF; BEGIN');
      const count = database.prepare('SELECT count(*) AS records FROM locations').get();
      database.exec('COMMIT');
      database.prepare('VACUUM INTO ?').run(to);
      return { result: { ...(count as { readonly records: number }), problems: [] } };
    } finally {
      reader.close();
    }
  } catch (error) {
    return { error: toPosted(failures.wrap(kind, path, error)) };
  }
}
