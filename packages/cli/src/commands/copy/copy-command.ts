import { Command, Option } from 'commander';
import {
  addHeaderFlag,
  addTimeoutFlag,
  parseSource,
  type RecordsTarget,
  readSource,
  type ServiceFlags,
} from '../../command-line/target-flags.ts';
import { lastingStoreForms, type StoreTarget } from '../../store-urls/store-urls.ts';

const more = `
Stores: ${lastingStoreForms},
or the http:// or https:// URL of a running service

Examples:
  location-records copy sqlite:locations.db sqlite:/backup/locations.db
  location-records copy sqlite:locations.db postgres://app@db.example.org/app
  location-records copy http://127.0.0.1:8080 sqlite:locations.db
  location-records copy --overwrite sqlite:new.db sqlite:locations.db
  location-records copy --verify-only sqlite:a.db redis://a.example.org

The same command continues an interrupted copy. A target with other records is
refused without --overwrite. The source is not changed, and nothing is removed
from the target.

Exit codes: 0 copied and verified; 1 failed, or the stores differ; 2 wrong usage;
128 + n ended by signal n.`;

/** Declares `location-records copy`. `action` gets the parsed options. */
export function createCopyCommand(action: (options: CopyCommandOptions) => void): Command {
  const command = new Command('copy')
    .description('Copies all records from one store to another, and verifies them there.')
    .argument('<source>', 'URL of the store or service to copy from, or @file with it', parseSource)
    .argument('<target>', 'URL of the store or service to copy to, or @file with it', parseSource)
    .option('--overwrite', 'replace records of the target that have other content')
    .option('--no-verify', 'do not compare the stores afterwards')
    .addOption(
      new Option('--verify-only', 'compare the stores, and write nothing').conflicts(['overwrite', 'verify']),
    )
    .option('--json', 'write the report as JSON');
  addHeaderFlag(command, '--source-header', ' to the source');
  addHeaderFlag(command, '--target-header', ' to the target');
  return addTimeoutFlag(command)
    .addHelpText('after', more)
    .action((from: Place, to: Place, { sourceHeader, targetHeader, timeout, ...flags }: Flags) => {
      if (typeof from !== 'string' && typeof to !== 'string' && timeout)
        command.error('error: --timeout is for a service; name its URL.');
      const placeOf = (place: Place, header: ServiceFlags['header'], flag: string) =>
        readSource(place, { header, timeout: typeof place === 'string' ? timeout : undefined }, command, {
          flag,
        });
      const options = {
        ...flags,
        source: placeOf(from, sourceHeader, '--source-header'),
        target: placeOf(to, targetHeader, '--target-header'),
      };
      action(options);
    });
}

/** The URL of a service, or a store. */
type Place = string | StoreTarget;

interface Flags extends Omit<CopyCommandOptions, 'source' | 'target'>, Pick<ServiceFlags, 'timeout'> {
  readonly sourceHeader?: ServiceFlags['header'];
  readonly targetHeader?: ServiceFlags['header'];
}

/** The options of `location-records copy`. */
export interface CopyCommandOptions {
  readonly source: RecordsTarget;
  readonly target: RecordsTarget;
  readonly overwrite?: boolean | undefined;
  readonly verify: boolean;
  readonly verifyOnly?: boolean | undefined;
  readonly json?: boolean | undefined;
}
