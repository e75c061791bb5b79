import { EventEmitter, once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { Io, StopSignal } from '../src/io.ts';
import { run } from '../src/run.ts';

/** A stream that keeps what is written to it. */
export class Kept extends Writable {
  text = '';
  readonly isTTY: boolean;

  constructor({ isTTY = false } = {}) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
  }

  override _write(text: string, _encoding: BufferEncoding, done: () => void): void {
    this.text += text;
    this.emit('kept');
    done();
  }
}

/** A command line that runs in this process, on streams and signals of its own. */
interface RunHere {
  readonly stdout: Kept;
  readonly stderr: Kept;
  readonly exitCode: Promise<number>;
  signal(signal: StopSignal): void;
  /** Acts as if this error was not caught. */
  accident(error: Error): void;
}

/** Runs a command line. */
export function runHere(
  args: readonly string[],
  { env = {}, isTTY = false, isStderrTTY = false, stdin = '' }: RunOptions = {},
): RunHere {
  const events = new EventEmitter();
  const io = Object.assign(events, {
    stdin: typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)]) : stdin,
    stdout: new Kept({ isTTY }),
    stderr: new Kept({ isTTY: isStderrTTY }),
    env,
  });
  return {
    stdout: io.stdout,
    stderr: io.stderr,
    exitCode: withVariables(env, () => run(args, io satisfies Io)),
    signal: (signal) => events.emit(signal, signal),
    accident: (error) => events.emit('uncaughtException', error),
  };
}

/** Calls a function that reads the environment at once, which has these variables meanwhile. */
function withVariables<T>(variables: Readonly<Record<string, string>>, call: () => T): T {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return call();
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** The environment of a command that runs in this process. */
export interface RunOptions {
  /** Its environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from stdin. */
  readonly stdin?: string | Readable;
  /** Whether a person watches stdout. */
  readonly isTTY?: boolean;
  /** Whether a person watches stderr. */
  readonly isStderrTTY?: boolean;
}

/** A server that runs in this process. */
interface ServerHere extends RunHere {
  readonly url: string;
  /** Ends it with SIGTERM, and resolves to its exit code. */
  stop(): Promise<number>;
}

/** Starts `location-records serve` on a free port, over memory unless the arguments say otherwise. */
export function serveHere(args: readonly string[] = [], options: RunOptions = {}): Promise<ServerHere> {
  return listening(['serve', '--port', '0', '--store', 'memory:', ...args], options);
}

/** Starts `location-records fake` on a free port. */
export function fakeHere(args: readonly string[] = [], options: RunOptions = {}): Promise<ServerHere> {
  return listening(['fake', '--port', '0', ...args], options);
}

async function listening(args: readonly string[], options: RunOptions): Promise<ServerHere> {
  const running = runHere(args, options);
  const url = await Promise.race([
    addressOn(running.stdout),
    running.exitCode.then((code) => {
      throw new Error(`exit code ${code}: ${running.stderr.text}`);
    }),
  ]);
  return {
    ...running,
    url,
    stop() {
      running.signal('SIGTERM');
      return running.exitCode;
    },
  };
}

async function addressOn(stdout: Kept): Promise<string> {
  for (;;) {
    const [, url] = /(https?:\/\/[^\s"]+)[\s"]/.exec(stdout.text) ?? [];
    if (url !== undefined) return url;
    await once(stdout, 'kept');
  }
}
