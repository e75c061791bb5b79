import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Sends one command with `redis-cli`, and resolves to what it prints. */
export async function redisCli(port: number, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), ...args]);
  return stdout.trimEnd();
}

/** Sends several commands, one a line, with one `redis-cli`, and resolves to all that it prints. */
export async function redisCliLines(port: number, lines: readonly string[]): Promise<string> {
  const running = promisify(execFile)('redis-cli', ['-p', String(port)]);
  running.child.stdin?.end(lines.join('\n'));
  return (await running).stdout;
}
