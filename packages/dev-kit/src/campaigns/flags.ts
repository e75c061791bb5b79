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
 * Parses the command line: the flags of every campaign, and its `own`, declared as for `parseArgs` of `node:util`. An
 * invalid command line ends the process with one line and exit code 2.
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
