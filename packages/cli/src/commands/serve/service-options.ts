import type { HandlerOptions } from '@location-records/core';
import { type Command, Option } from 'commander';
import {
  parseAllowedHost,
  parseBasePath,
  parseBodyLimit,
  parseGrace,
  parseHost,
  parseOrigin,
  parsePort,
  repeatOrList,
} from '../../command-line/option-values.ts';
import { helpHint, UsageError } from '../../errors.ts';

const actions = ['reject', 'ignore'];
const forms = ['omit', 'null'];
const formats = ['json', 'pretty', 'off'];

/** Declares where a command listens. */
export function addAddressOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--port <number>', 'port to listen on, 0 for any free one')
        .default(8080)
        .argParser(parsePort),
    )
    .addOption(
      new Option('--host <address>', 'address to listen on')
        .default('127.0.0.1', '127.0.0.1')
        .argParser(parseHost),
    );
}

/** Declares the options of the service, and of the server around it. */
export function addServiceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--base-path <path>', 'path of the service').default('/', '/').argParser(parseBasePath),
    )
    .addOption(
      new Option('--body-limit <characters>', 'how many characters of a request body are read')
        .default(4096)
        .argParser(parseBodyLimit),
    )
    .option('--strict-coordinates', 'refuse a latitude beyond ±90 and a longitude beyond ±180')
    .addOption(
      new Option('--unknown-members <action>', 'what to do with unknown members of a Location')
        .default('reject', 'reject')
        .choices(actions),
    )
    .addOption(
      new Option('--absent-description <form>', 'how a record without a description is written')
        .default('omit', 'omit')
        .choices(forms),
    )
    .option('--areas', 'serve /-/map, and /-/records: what is in a box or near a point')
    .addOption(
      repeatOrList(
        new Option(
          '--cors [origin]',
          'let web pages of this origin use the service, or of any without a value; may be repeated',
        ),
        parseOrigin,
      ),
    )
    .addOption(
      repeatOrList(
        new Option(
          '--allowed-host <name>',
          'host name of the service besides localhost and IP addresses; may be repeated',
        ),
        parseAllowedHost,
      ),
    )
    .addOption(
      new Option('--grace <seconds>', 'how long active requests may take after a signal')
        .default(10)
        .argParser(parseGrace),
    )
    .addOption(new Option('--quiet', 'print nothing but the address; no request log').conflicts('log'))
    .addOption(
      new Option(
        '--log <format>',
        'request log on stdout (default: pretty on a terminal, json elsewhere)',
      ).choices(formats),
    )
    .addOption(
      new Option(
        '--explain',
        'log the reason for each response, with its clause in the specification',
      ).conflicts('quiet'),
    );
}

/** The options of a command that serves, as commander gives them: `--cors` without a value is `true`. */
export interface ServiceFlags extends Omit<ServiceOptions, 'cors'> {
  readonly cors?: readonly string[] | true;
}

/**
 * Returns the options of the service.
 *
 * @throws {UsageError} when two of them exclude each other.
 */
export function checkServiceFlags(flags: ServiceFlags, command: Command): ServiceOptions {
  if (flags.explain && flags.log === 'off') {
    throw new UsageError('--explain needs a request log, but that is off.', helpHint(command));
  }
  return { ...flags, cors: flags.cors === true ? ['*'] : flags.cors };
}

/** How requests are logged: JSON lines, plain text, or not at all. */
export type LogFormat = 'json' | 'pretty' | 'off';

/** The options of a command that serves, validated and with defaults. */
export interface ServiceOptions
  extends Pick<
    HandlerOptions,
    'basePath' | 'bodyLimit' | 'strictCoordinates' | 'unknownMembers' | 'absentDescription'
  > {
  /** From 0 to 65535; 0 is any free port. */
  readonly port: number;
  /** An address of this machine, or a name of one. */
  readonly host: string;
  /** Serves area queries at `/-/records`. */
  readonly areas?: boolean | undefined;
  /** The origins whose web pages may use the service, or `*`. Without it none may. */
  readonly cors?: readonly string[] | undefined;
  /** Host names of the service, in lower case; `*.` stands for any subdomain. */
  readonly allowedHost?: readonly string[] | undefined;
  /** How long active requests may take after a signal, in seconds. */
  readonly grace: number;
  /** Prints nothing on stdout but the address. */
  readonly quiet?: boolean | undefined;
  /** @default 'pretty' on a terminal, 'json' elsewhere */
  readonly log?: LogFormat | undefined;
  /** Adds the reason for each response to the request log. */
  readonly explain?: boolean | undefined;
}
