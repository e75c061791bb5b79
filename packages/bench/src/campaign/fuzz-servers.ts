import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createHandler, createMemoryStore } from '@location-records/core';
import {
  endChild,
  print,
  printTable,
  startChild,
  withTemporaryFolder,
} from '@location-records/workspace/campaigns';
import { ownBin } from '../server-process.ts';
import { headOf, type Mutation, mutations, type Reply } from './mutated-responses.ts';
import { type Settings, seededRandom } from './settings.ts';

/** How long a command waits for the server, in milliseconds. */
const timeout = 500;
/** When a command must have ended, in milliseconds after its first request. */
const deadline = 20_000;
/** When one that may take longer is asked to end. */
const patience = 3000;
/** How long a command may take to make a request. */
const maxStart = 60_000;
/** How long a command that is asked to end may take, in milliseconds. */
const maxStop = 5000;
const maxMemory = 256 * 2 ** 20;
/** `diff` holds the responses of both sides while it compares them. */
const maxMemoryOfDiff = 384 * 2 ** 20;
const runsAtOnce = 2;

/** A command that is a client of a service. */
interface Client {
  readonly name: string;
  readonly args: (url: string, folder: string) => readonly string[];
  /** Whether it rightly goes on after the deadline: it tries again, or makes many requests. */
  readonly takesLong?: true;
}

const flags = ['--timeout', String(timeout)];
const clients: readonly Client[] = [
  { name: 'export', args: (url, folder) => ['export', join(folder, 'a.csv'), '--url', url, ...flags] },
  {
    name: 'export --bbox',
    args: (url) => ['export', '-', '--bbox=0,0,9,9', '--url', url, ...flags],
  },
  { name: 'find', args: (url) => ['find', url, '--format', 'table', ...flags] },
  {
    name: 'import',
    args: (url, folder) => ['import', join(folder, '..', 'places.json'), '--url', url, ...flags],
    takesLong: true,
  },
  { name: 'check', args: (url) => ['check', url, ...flags], takesLong: true },
  { name: 'diff', args: (url) => ['diff', url, url, ...flags], takesLong: true },
];

/**
 * Runs the commands that are clients against servers whose responses are mutated. Each must end in time, with
 * little memory, a documented exit code and no stack trace.
 */
export async function fuzzServers({ seconds, seed, check }: Settings): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const tallies = new Map(clients.map(({ name }) => [name, { runs: 0, wrong: 0, memory: 0 }]));
  let next = 0;
  await withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'places.json'), JSON.stringify(records));
    const work = async () => {
      while (performance.now() < end) {
        const run = await runOnce(seed + next++, folder);
        const tally = tallies.get(run.client) as { runs: number; wrong: number; memory: number };
        tally.runs++;
        tally.memory = Math.max(tally.memory, run.memory);
        if (run.problem === undefined) continue;
        tally.wrong++;
        print(`Seed ${run.seed}, ${run.client}, ${run.mutation}: ${run.problem}`);
      }
    };
    await Promise.all(Array.from({ length: runsAtOnce }, work));
  });
  printTable(
    ['fuzz-servers', 'runs', 'wrong', 'peak memory, MiB'],
    [...tallies].map(([name, { runs, wrong, memory }]) => [
      name,
      String(runs),
      String(wrong),
      (memory / 2 ** 20).toFixed(0),
    ]),
  );
  const all = [...tallies.values()];
  check(
    'fuzz-servers: every command ends as it should',
    all.every(({ wrong }) => wrong === 0),
  );
  check(
    'fuzz-servers: there were runs',
    all.some(({ runs }) => runs > 0),
  );
}

interface Run {
  readonly seed: number;
  readonly client: string;
  readonly mutation: string;
  readonly memory: number;
  readonly problem?: string | undefined;
}

/** Runs a command once, against a new server. All that is random follows from the seed. */
async function runOnce(seed: number, base: string): Promise<Run> {
  const random = seededRandom(seed);
  // The first draws of close seeds are alike.
  for (let skipped = 0; skipped < 4; skipped++) random();
  const client = pick(clients, random);
  const mutation = pick(mutations, random);
  const server = await startServer(mutation, random);
  const folder = join(base, String(seed));
  await mkdir(folder);
  try {
    const { port } = server.address() as AddressInfo;
    const takesLong = client.takesLong === true || mutation.isEndlessList === true;
    const over = once(server, 'connection').then(() => setTimeout(takesLong ? patience : deadline));
    const outcome = await runCommand(client.args(`http://127.0.0.1:${port}`, folder), over);
    const problem = problemOf(outcome, takesLong, client.name === 'diff' ? maxMemoryOfDiff : maxMemory);
    return { seed, client: client.name, mutation: mutation.name, memory: outcome.memory, problem };
  } finally {
    for (const socket of server.sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

interface Outcome {
  /** 130 as well when SIGINT ended it before or after it was listened for. */
  readonly code: number | null;
  readonly stderr: string;
  /** The most resident memory, in bytes. */
  readonly memory: number;
  /** Whether it was asked to end at the deadline, and whether it then did. */
  readonly wasAsked: boolean;
  readonly wasKilled: boolean;
}

function problemOf(
  { code, stderr, memory, wasAsked, wasKilled }: Outcome,
  takesLong: boolean,
  memoryLimit: number,
): string | undefined {
  if (wasKilled) return `it does not end within ${maxStop} ms after SIGINT: ${stderr.slice(-200)}`;
  if (wasAsked && !takesLong) return `it does not end within ${deadline} ms: ${stderr.slice(-200)}`;
  if (memory > memoryLimit) return `it takes ${(memory / 2 ** 20).toFixed(0)} MiB`;
  if (/\n\s+at |Unexpected failure|UNEXPECTED/.test(stderr)) return stderr.slice(0, 1000);
  if (stderr.length > 2 ** 16) return `it writes ${stderr.length} characters to stderr`;
  if (/[^\n\r\t -~\u00a0-\uffff]/.test(stderr))
    return `control characters: ${JSON.stringify(stderr.slice(-300))}`;
  const codes = wasAsked ? [0, 1, 2, 3, 130] : [0, 1, 2, 3];
  return code !== null && codes.includes(code) ? undefined : `exit code ${code}: ${stderr.slice(-200)}`;
}

/** Reports the peak of the memory to descriptor 3 when the process exits. */
const reportMemory = `data:text/javascript,${encodeURIComponent(`
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => {
  writeSync(3, /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]);
});`)}`;

/** @param over resolves when the command is asked to end. */
async function runCommand(args: readonly string[], over: Promise<unknown>): Promise<Outcome> {
  const command = [process.execPath, '--import', reportMemory, ownBin, ...args];
  const child = startChild(command, ['ignore', 'ignore', 'pipe', 'pipe']);
  let [stderr, memory] = ['', ''];
  child.stderr?.on('data', (bytes: Buffer) => {
    if (stderr.length < 2 ** 20) stderr += bytes.toString();
  });
  child.stdio[3]?.on('data', (bytes: Buffer) => {
    memory += bytes.toString();
  });
  let [wasAsked, wasKilled] = [false, false];
  const ended = new AbortController();
  const { signal } = ended;
  const end = async () => {
    await Promise.race([setTimeout(maxStart, undefined, { signal }), over]);
    wasAsked = !signal.aborted;
    child.kill('SIGINT');
    await setTimeout(maxStop, undefined, { signal });
    wasKilled = true;
    await endChild(child, 'SIGKILL');
  };
  const ending = end().catch(() => {});
  const [exitCode, by] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  ended.abort();
  await ending;
  const code = by === 'SIGINT' ? 130 : exitCode;
  return { code, stderr, memory: Number(memory) * 1024, wasAsked, wasKilled };
}

/** Starts a server that mutates the response to some of the requests. */
async function startServer(mutation: Mutation, random: () => number) {
  const reply = createReplies();
  const sockets = new Set<Socket>();
  // Sometimes the first response is good, and the exchange goes on.
  const share = pick([0.3, 1], random);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    readRequests(socket, async (method, target, body) => {
      const good = await reply(method, target, body);
      if (random() >= share) socket.write(bytesOf(good));
      else await mutation.respond(socket, good, random);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return Object.assign(server, { sockets });
}

/** Reads requests one after the other. What is not HTTP ends the connection. */
function readRequests(
  socket: Socket,
  respond: (method: string, target: string, body: string) => Promise<void>,
): void {
  let waiting = Buffer.alloc(0);
  let active = Promise.resolve();
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    for (;;) {
      const headEnd = waiting.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const head = waiting.toString('latin1', 0, headEnd);
      const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);
      if (waiting.length < headEnd + 4 + length) return;
      const body = waiting.toString('utf8', headEnd + 4, headEnd + 4 + length);
      waiting = waiting.subarray(headEnd + 4 + length);
      const [method = '', target = ''] = head.split(' ', 2);
      active = active.then(() => respond(method, target, body)).catch(() => void socket.destroy());
    }
  });
}

const records = Array.from({ length: 40 }, (_, number) => [
  `place-${number}`,
  { description: `Place "${number}", é`, coordinates: { latitude: number / 2, longitude: -number } },
]);
const features = records.map(([id, location]) => {
  const { description, coordinates } = location as {
    description: string;
    coordinates: Record<string, number>;
  };
  const geometry = { type: 'Point', coordinates: [coordinates.longitude, coordinates.latitude] };
  return JSON.stringify({ type: 'Feature', id, geometry, properties: { description, distance: 1.5 } });
});

/** Returns what responds as a service does: a handler over records, and the routes of the console. */
function createReplies(): (method: string, target: string, body: string) => Promise<Reply> {
  const handle = createHandler({ store: createMemoryStore(records as never) });
  return async (method, target, body) => {
    if (target.startsWith('/-/records')) return consoleReply(method, body);
    const bytes = Buffer.from(body);
    const request = {
      method,
      target,
      headers: { 'content-type': ['application/json'] },
      body: async () => bytes,
    };
    const response = await handle(request as never);
    let text = '';
    if (typeof response.body === 'string') text = response.body;
    else for await (const part of response.body) text += part;
    const type = response.headers['Content-Type'];
    return { status: response.status, type: type === undefined ? undefined : String(type), body: text };
  };
}

function consoleReply(method: string, body: string): Reply {
  if (method === 'OPTIONS') return { status: 200, type: undefined, accept: 'application/json', body: '' };
  if (method === 'GET')
    return { status: 200, type: 'application/x-ndjson', body: `${features.join('\n')}\n` };
  const sent = JSON.parse(body) as readonly (readonly [string, unknown])[];
  const outcomes = sent.map(([id, previous], index) =>
    index % 2 === 0
      ? { index: index + 1, id, outcome: 'created' }
      : { index: index + 1, id, outcome: 'replaced', previous },
  );
  return { status: 200, type: 'application/json', body: JSON.stringify({ outcomes }) };
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}

function bytesOf(reply: Reply): Buffer {
  return Buffer.from(`${headOf(reply)}${reply.body}`);
}
