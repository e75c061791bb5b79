import { Command } from 'commander';
import { parseLastingStore } from '../../command-line/option-values.ts';
import { lastingStoreForms, type StoreTarget } from '../../store-urls/store-urls.ts';

const more = `
Stores: ${lastingStoreForms}

It reads every record, finds it by its identifier and, where there is an index of area
queries, by its place. SQLite also checks its whole file. Nothing is written, and the
store may be in use.

Examples:
  location-records check-store sqlite:/backup/locations.db
  location-records check-store postgres://reader@db.example.org/app

Exit codes: 0 sound; 1 damaged, or failed; 2 wrong usage; 128 + n ended by signal n.`;

/** Declares `location-records check-store`. `action` gets the parsed options. */
export function createCheckStoreCommand(action: (options: CheckStoreCommandOptions) => void): Command {
  return new Command('check-store')
    .description('Reads all that is in a store, and says what is damaged.')
    .argument('<store>', 'URL of the store, or @file with it', (text: string) => parseLastingStore(text))
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((store: StoreTarget, flags: Pick<CheckStoreCommandOptions, 'json'>) =>
      action({ ...flags, store }),
    );
}

/** The options of `location-records check-store`. */
export interface CheckStoreCommandOptions {
  readonly store: StoreTarget;
  readonly json?: boolean | undefined;
}
