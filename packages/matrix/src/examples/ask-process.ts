import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { askExample } from './ask-example.ts';

const longest = 20_000;

/** Starts a program that listens on this port, asks it, and ends it. */
export async function askProcess(
  [program, ...args]: readonly [string, ...string[]],
  port: number,
): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    await untilListening(port);
    await askExample((request) =>
      fetch(new Request(request.url.replace('127.0.0.1', `127.0.0.1:${port}`), request)),
    );
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

async function untilListening(port: number): Promise<void> {
  const deadline = Date.now() + longest;
  for (;;) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/locations`)).text();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await setTimeout(50);
    }
  }
}
