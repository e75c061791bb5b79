import { randomBytes } from 'node:crypto';
import type { Io } from '../../io.ts';
import { digestOf } from '../../operations/tokens.ts';
import { createLineWriter } from '../../output/line-writer.ts';
import type { TokenOptions } from './token-command.ts';

/** Prints a new token, and its line for a token file. Resolves to 0. */
export async function createToken(
  { name, role }: TokenOptions,
  { stdout }: Pick<Io, 'stdout'>,
): Promise<number> {
  const token = randomBytes(32).toString('base64url');
  const out = createLineWriter(stdout);
  out.write(`token ${token}\n${name}:${role}:${digestOf(token)}`);
  await out.flush();
  return 0;
}
