import { Command, Option } from 'commander';
import { parseLastingStore } from '../../command-line/option-values.ts';
import { lastingStoreForms, type StoreTarget } from '../../store-urls/store-urls.ts';

const more = `
Stores: ${lastingStoreForms}

Examples:
  location-records copy sqlite:locations.db sqlite:/backup/locations.db
  location-records copy sqlite:locations.db postgres://app@db.example.org/app
  location-records copy --overwrite sqlite:new.db sqlite:locations.db
  location-records copy --verify-only sqlite:a.db redis://a.example.org

The same command continues an interrupted copy. A target with other records is
refused without --overwrite. The source is not changed, and nothing is removed
from the target.

Exit codes: 0 copied and verified; 1 failed, or the stores differ; 2 wrong usage;
128 + n ended by signal n.`;

/** Declares `location-records copy`. `action` gets the parsed options. */
export function createCopyCommand(action: (options: CopyCommandOptions) => void): Command {
  const parse = (text: string) => parseLastingStore(text);
  return new Command('copy')
    .description('Copies all records from one store to another, and verifies them there.')
    .argument('<source>', 'URL of the store to copy from, or @file with it', parse)
    .argument('<target>', 'URL of the store to copy to, or @file with it', parse)
    .option('--overwrite', 'replace records of the target that have other content')
    .option('--no-verify', 'do not compare the stores afterwards')
    .addOption(
      new Option('--verify-only', 'compare the stores, and write nothing').conflicts(['overwrite', 'verify']),
    )
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((source: StoreTarget, target: StoreTarget, flags: Flags) => {
      const options = { ...flags, source, target };
      action(options);
    });
}

type Flags = Omit<CopyCommandOptions, 'source' | 'target'>;

/** The options of `location-records copy`. */
export interface CopyCommandOptions {
  readonly source: StoreTarget;
  readonly target: StoreTarget;
  readonly overwrite?: boolean | undefined;
  readonly verify: boolean;
  readonly verifyOnly?: boolean | undefined;
  readonly json?: boolean | undefined;
}
