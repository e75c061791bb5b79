import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Sends one command with `redis-cli`, and resolves to what it prints. */
export async function redisCli(port: number, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), ...args]);
  return stdout.trimEnd();
}
