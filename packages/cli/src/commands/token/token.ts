import { randomBytes } from 'node:crypto';
import type { Io } from '../../io.ts';
import { digestOf } from '../../operations/tokens.ts';
import { writeAll } from '../../output/write-all.ts';
import type { TokenOptions } from './token-command.ts';

/**
 * Prints a new token, and its line for a token file. Resolves to 0.
 *
 * @throws {CommandError} when it cannot be printed, as on a full disk.
 */
export async function createToken(
  { name, role }: TokenOptions,
  { stdout }: Pick<Io, 'stdout'>,
): Promise<number> {
  const token = randomBytes(32).toString('base64url');
  await writeAll(stdout, `token ${token}\n${name}:${role}:${digestOf(token)}\n`);
  return 0;
}
