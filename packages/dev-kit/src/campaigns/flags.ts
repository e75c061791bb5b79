import { type ParseArgsConfig, parseArgs } from 'node:util';

const commonFlags = {
  /** A smaller form that takes seconds. */
  short: { type: 'boolean', default: false },
  /** Missed targets are failures; in the short form they never are. */
  strict: { type: 'boolean', default: false },
  /** Measures what is built already. */
  'no-build': { type: 'boolean', default: false },
} as const;

/**
 * What the command line says: the flags that every command has, and its `own`, declared as for `parseArgs` of
 * `node:util`. Ends the process with exit code 2 and one line when it is wrong.
 */
export function readFlags<Own extends NonNullable<ParseArgsConfig['options']>>(own: Own) {
  try {
    return parseArgs({ options: { ...commonFlags, ...own } }).values;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    process.stderr.write(
      `${message.replace(/\s+/g, ' ').replace(/\.?$/, '.')} The README tells the flags.\n`,
    );
    process.exit(2);
  }
}
