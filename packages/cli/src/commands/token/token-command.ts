import type { Role } from '@location-records/adapters/guard';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';

const more = `
It prints the token, which is kept nowhere, and the line for the file of
location-records serve --token-file, which has only the SHA-256 of it.

Roles:
  read   reads everything but metrics
  write  also creates, replaces and deletes records
  admin  also reads /-/metrics

Examples:
  location-records token create --role read
  location-records token create --role write --name importer

Exit codes: 0 printed; 1 failed; 2 wrong usage.`;

/** The options of `location-records token create`. */
export interface TokenOptions {
  readonly name: string;
  readonly role: Role;
}

/** Declares `location-records token`. `action` gets the parsed options of `create`. */
export function createTokenCommand(action: (options: TokenOptions) => void): Command {
  return new Command('token')
    .description('Creates a token for serve --token-file.')
    .addArgument(new Argument('<action>', 'what to do').choices(['create']))
    .addOption(
      new Option('--role <role>', 'what its owner may do')
        .choices(['read', 'write', 'admin'])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--name <name>', 'what logs call it (default: its role)').argParser(parseName))
    .addHelpText('after', more)
    .action((_: string, { role, name = role }: { readonly role: Role; readonly name?: string }) =>
      action({ role, name }),
    );
}

/** What a token may be called. */
export const tokenName = /^[\w.@+-]{1,64}$/;

function parseName(text: string): string {
  if (tokenName.test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 64 letters of ASCII, digits, and . _ @ + -');
}
