import { hash, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { type AuthorizationOptions, type Role, withAuthorization } from '@location-records/adapters/guard';
import type { NodeLocationRequest } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';
import { tokenName } from '../commands/token/token-command.ts';
import { StartError } from '../errors.ts';
import { describeError } from '../output/describe-error.ts';
import { noteToken } from './token-names.ts';

/** A line of a token file. */
interface Token {
  readonly name: string;
  readonly role: Role;
  /** The bytes of {@link digestOf} of the token. */
  readonly digest: Buffer;
  /** When it expires, in milliseconds since 1970. */
  readonly end: number;
}

/** The tokens of a file. There are none before it is read. */
export interface Tokens {
  /** Wraps a handler, so that it refuses requests without a token whose role allows them. */
  readonly protect: (handle: Handler) => Handler;
  /** Reads the file. If it rejects, with a {@link StartError}, the tokens are those from before. */
  read(): Promise<void>;
}

/** Creates the tokens of a file. */
export function createTokens(path: string, basePath: string): Tokens {
  let tokens: readonly Token[] = [];
  const authorize: AuthorizationOptions['authorize'] = (given, request) => {
    const token = given === undefined ? undefined : findToken(tokens, given);
    if (token) noteToken((request as NodeLocationRequest).message, token.name);
    return token;
  };
  return {
    protect: (handle) => withAuthorization(handle, { authorize, basePath }),
    async read() {
      tokens = await readTokens(path);
    },
  };
}

/** The digest that is compared, in one buffer for all requests: each would take longer to make than to fill. */
const compared = Buffer.alloc(64);

/** Every token is compared, in a time that tells nothing about any of them. */
function findToken(tokens: readonly Token[], given: string): Token | undefined {
  compared.write(digestOf(given), 'latin1');
  let found: Token | undefined;
  for (const token of tokens) if (timingSafeEqual(token.digest, compared)) found ??= token;
  return found && found.end > Date.now() ? found : undefined;
}

/** Returns the SHA-256 of a token, as 64 digits in lower case. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/**
 * Reads a token file.
 *
 * @throws {StartError} (rejects) when it cannot be read, or a line is wrong. The message has nothing of a line.
 */
export async function readTokens(path: string): Promise<readonly Token[]> {
  const lines = (await contentOf(path)).replace(/^\ufeff/, '').split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const text = line.trim();
    return text === '' || text.startsWith('#') ? [] : [parseToken(text, `${path}, line ${index + 1}`)];
  });
}

async function contentOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new StartError(`The token file ${path} cannot be read (${describeError(cause)}).`, { cause });
  }
}

function parseToken(line: string, place: string): Token {
  const [name = '', role = '', digest = '', ...rest] = line.split(':');
  const end = rest.length === 0 ? Number.POSITIVE_INFINITY : endOf(rest.join(':'));
  const isRole = role === 'read' || role === 'write' || role === 'admin';
  if (tokenName.test(name) && isRole && /^[\da-f]{64}$/i.test(digest) && !Number.isNaN(end)) {
    return { name, role, digest: Buffer.from(digest.toLowerCase()), end };
  }
  throw new StartError(
    `${place} is not <name>:<read|write|admin>:<SHA-256 in hex>[:<when it expires, such as 2030-12-31>], as location-records token create prints it.`,
  );
}

function endOf(text: string): number {
  return /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
}

/** Returns warnings if a token file has no token, or other users can read or change it, which Windows does not tell. */
export async function warningsAbout(path: string): Promise<readonly string[]> {
  const empty = (await readTokens(path)).length === 0;
  const none = empty
    ? [`The token file ${path} has no tokens, so every request but a probe is refused.`]
    : [];
  const { mode } = await stat(path);
  if (process.platform === 'win32' || (mode & 0o006) === 0) return none;
  const what = mode & 0o002 ? 'change' : 'read';
  return [
    ...none,
    `Other users of this machine can ${what} the token file ${path}; prevent that with chmod 600.`,
  ];
}
