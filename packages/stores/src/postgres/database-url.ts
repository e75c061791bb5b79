import { OptionError } from '@location-records/core';
import { checkParameters, type ParameterForm, type UrlParameters } from '../shared/check-options.ts';

const text: ParameterForm = { pattern: /^/, words: 'a text' };
const milliseconds: ParameterForm = { pattern: /^\d+$/, words: 'a number of milliseconds' };
const leaveOut = 'leave it out';
const inPath = 'write the database as the path';
const primary = 'name the primary server as the host';

/**
 * The parameters of `pg` 8.16 and later (its `pg-connection-string` and `ConnectionParameters`), and those of libpq.
 * `pg` knows `channel_binding` as an option beside the URL: see {@link channelBindingOf}.
 */
export const parameters: UrlParameters = {
  known: new Map([
    [
      'host',
      { pattern: /^[^,]+$/, words: 'one host: name the primary server, or an address that follows it' },
    ],
    ['port', { pattern: /^\d{1,5}$/, words: 'one port from 1 to 65535' }],
    ['user', text],
    ['password', text],
    ['application_name', text],
    ['fallback_application_name', text],
    ['options', text],
    ['client_encoding', { pattern: /^utf-?8$/i, words: 'UTF8, which every connection uses' }],
    // "false" would turn TLS on.
    ['ssl', { pattern: /^(true|1|0|no-verify)$/, words: 'true, 1, 0 or no-verify' }],
    [
      'sslmode',
      {
        pattern: /^(disable|prefer|require|verify-ca|verify-full|no-verify)$/,
        words: 'disable, prefer, require, verify-ca, verify-full or no-verify',
      },
    ],
    ['sslcert', text],
    ['sslkey', text],
    [
      'sslrootcert',
      { pattern: /^(?!system$)/, words: 'a file; without it the authorities that Node.js knows are trusted' },
    ],
    ['sslnegotiation', { pattern: /^(postgres|direct)$/, words: 'postgres or direct' }],
    ['channel_binding', { pattern: /^(disable|prefer|require)$/, words: 'disable, prefer or require' }],
    ['uselibpqcompat', { pattern: /^(true|false)$/, words: 'true or false' }],
    ['statement_timeout', milliseconds],
    ['lock_timeout', milliseconds],
    ['idle_in_transaction_session_timeout', milliseconds],
    ['query_timeout', milliseconds],
  ]),
  ignored: new Map([
    ['connect_timeout', 'use "timeout", in milliseconds'],
    ['dbname', inPath],
    ['database', inPath],
    ['db', inPath],
    ['hostaddr', 'name the address as the host'],
    ['target_session_attrs', primary],
    ['load_balance_hosts', primary],
    ['sslpassword', 'name a key that is not encrypted'],
    ...[
      ...['require_auth', 'passfile', 'service', 'servicefile', 'replication', 'binary'],
      ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'tcp_user_timeout'],
      ...[
        'gssencmode',
        'gsslib',
        'gssdelegation',
        'krbsrvname',
        'requirepeer',
        'requiressl',
        'sslcompression',
      ],
      ...['sslcertmode', 'sslcrl', 'sslcrldir', 'sslkeylogfile', 'sslsni', 'ssl_min_protocol_version'],
      ...['ssl_max_protocol_version', 'min_protocol_version', 'max_protocol_version', 'scram_client_key'],
      ...['scram_server_key'],
    ].map((name) => [name, leaveOut] as const),
  ]),
  options: ['schema', 'table', 'timeout', 'areas', 'maxConnections', 'maxListConnections', 'prepare'],
};

/**
 * Checks the URL of a database without connecting.
 *
 * @throws {OptionError} when it cannot work, or does not mean what it seems to mean. The error shows no password.
 */
export function checkDatabaseUrl(url: unknown): string {
  if (typeof url !== 'string' || !/^postgres(ql)?:\/\//i.test(url)) {
    throw new OptionError('url', 'a URL that begins with postgres:// or postgresql://');
  }
  // The parser would take the end of such a password for a database.
  if (/^[^?]*\/\/[^?]*[/#][^?]*@/.test(url)) {
    throw new OptionError('url', 'a URL with %2F for / and %23 for # in its user and its password');
  }
  if (hasHosts(url)) {
    throw new OptionError('url', 'a URL of one host: name the primary server, or an address that follows it');
  }
  checkParameters('url', url, parameters);
  if (lacksSslMode(url)) {
    throw new OptionError('url', 'a URL that has "sslmode" where it has "sslnegotiation"');
  }
  return url;
}

/** How the log-in is bound to the TLS connection. */
type ChannelBinding = 'disable' | 'prefer' | 'require';

/** The `channel_binding` of a URL that {@link checkDatabaseUrl} has passed. */
export function channelBindingOf(url: string): ChannelBinding {
  return (queryOf(url).get('channel_binding') ?? 'disable') as ChannelBinding;
}

/**
 * The URL with the `sslmode` that `pg` 8 uses. `pg` 8 warns at every start that it takes `prefer`, `require`
 * and `verify-ca` for `verify-full`, and later versions demand less.
 */
export function pinSslMode(url: string): string {
  if (queryOf(url).get('uselibpqcompat') === 'true') return url;
  return url.replace(/^([^?]*\?(?:[^&]*&)*?sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

function hasHosts(url: string): boolean {
  const [, host = ''] = /^[^:]+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? [];
  return host.includes(',');
}

/** Older versions of `pg` ignore `sslnegotiation`, and would connect without TLS. */
function lacksSslMode(url: string): boolean {
  const query = queryOf(url);
  return query.has('sslnegotiation') && !query.has('sslmode');
}

function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(/\?.*/s.exec(url)?.[0]);
}
