import { Command } from 'commander';
import { parseLastingStore, parseText } from '../../command-line/option-values.ts';
import type { StoreTarget } from '../../store-urls/store-urls.ts';

const more = `
The backup is checked as location-records check-store does before anything is written.
Nothing that exists is overwritten: move the old database away first, with its -wal file.
Run it as the user of the service, to whom alone the new file belongs.

Examples:
  location-records restore /backup/locations-2026-11-29.db sqlite:/var/lib/locations.db
  location-records copy sqlite:/backup/locations.db postgres://app@db.example.org/app

Exit codes: 0 restored; 1 failed, or the backup is damaged; 2 wrong usage; 128 + n ended by
signal n. A failure leaves nothing behind.`;

/** Declares `location-records restore`. `action` gets the parsed options. */
export function createRestoreCommand(action: (options: RestoreCommandOptions) => void): Command {
  return new Command('restore')
    .description('Checks a backup of an SQLite store, and makes a new store of it.')
    .argument('<file>', 'the backup', parseText)
    .argument('<store>', 'sqlite:<path>, or @file with it', (text: string) => parseLastingStore(text))
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((file: string, store: StoreTarget, flags: Pick<RestoreCommandOptions, 'json'>) =>
      action({ ...flags, file, store }),
    );
}

/** The options of `location-records restore`. */
export interface RestoreCommandOptions {
  readonly file: string;
  readonly store: StoreTarget;
  readonly json?: boolean | undefined;
}
