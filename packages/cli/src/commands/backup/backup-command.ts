import { Command } from 'commander';
import { parseLastingStore, parseText } from '../../command-line/option-values.ts';
import type { StoreTarget } from '../../store-urls/store-urls.ts';

const more = `
The store may be in use: the backup holds all records of one moment, and what other tables
and views the file has. It is an SQLite file of this user alone, and a store itself.

For PostgreSQL use pg_dump, for Redis redis-cli --rdb; location-records export writes the
records of any store to a file.

Examples:
  location-records backup sqlite:locations.db /backup/locations-2026-11-29.db
  location-records backup --force sqlite:/var/lib/locations.db /backup/latest.db

Exit codes: 0 written; 1 failed; 2 wrong usage; 128 + n ended by signal n. The file is
complete, or as it was.`;

/** Declares `location-records backup`. `action` gets the parsed options. */
export function createBackupCommand(action: (options: BackupCommandOptions) => void): Command {
  return new Command('backup')
    .description('Writes all that is in an SQLite store to a new file, while the store is in use.')
    .argument('<store>', 'sqlite:<path>, or @file with it', (text: string) => parseLastingStore(text))
    .argument('<file>', 'the file to write', parseText)
    .option('--force', 'replace the file if it exists')
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((store: StoreTarget, file: string, flags: Pick<BackupCommandOptions, 'force' | 'json'>) =>
      action({ ...flags, store, file }),
    );
}

/** The options of `location-records backup`. */
export interface BackupCommandOptions {
  readonly store: StoreTarget;
  readonly file: string;
  readonly force?: boolean | undefined;
  readonly json?: boolean | undefined;
}
