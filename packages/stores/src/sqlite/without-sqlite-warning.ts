/**
 * Runs `load` and keeps back the `ExperimentalWarning` that `node:sqlite` emits while it loads on Node 22.
 * Every other warning passes, and outside of this call all of them do: `load` is synchronous, so nobody
 * else's code runs meanwhile.
 */
export function withoutSqliteWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] === 'ExperimentalWarning' && String(warning).includes('SQLite')) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
