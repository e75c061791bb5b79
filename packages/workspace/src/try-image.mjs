// Builds the image of the command as its page says, and runs it: not as root, on a root that cannot be written.
// The base is made of a plain Node.js, since there is no registry of images.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run, runQuietly, StepError } from './workspace.mjs';

const user = 65_532;
const records = '/var/lib/location-records';

/**
 * Returns why images cannot be tried on this machine, if so.
 *
 * @returns {Promise<string | undefined>}
 */
export async function lacksContainers() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'this is not Linux with root';
  for (const program of ['buildah', 'runc']) {
    const found = await run([program, '--version'], { output: 'pipe' }).catch(() => ({ code: 1 }));
    if (found.code !== 0) return `${program} is not installed`;
  }
  const mount = ['mount', '-t', 'tmpfs', 'tmpfs', '/mnt'];
  const mounted = await run(['unshare', '--mount', '--pid', '--fork', ...mount], { output: 'pipe' });
  return mounted.code === 0 ? undefined : 'this user may not mount a file system in a namespace';
}

/**
 * @param {string} folder a new folder for files of this check
 * @param {string} node the program of Node.js for the base
 * @param {string} modules the folder `node_modules` with the command
 */
export async function tryImage(folder, node, modules) {
  await mkdir(folder);
  const storage = [
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'storage-run'),
    '--storage-driver',
    'vfs',
  ];
  /** @param {string[]} args */
  const buildah = async (...args) =>
    (await runQuietly(`buildah ${args[0]}`, ['buildah', ...storage, ...args])).trim();
  const build = ['bud', '--isolation', 'chroot', '--format', 'docker', '--quiet'];

  const base = join(folder, 'base');
  await copyNode(node, base);
  await writeFile(join(folder, 'Basefile'), 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin\n');
  await buildah(...build, '--tag', 'base', '--file', join(folder, 'Basefile'), base);

  const context = join(folder, 'image');
  await mkdir(join(context, 'records'), { recursive: true });
  await cp(modules, join(context, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  const recipe = join(context, 'node_modules', 'location-records', 'deploy', 'Containerfile');
  await buildah(
    ...build,
    '--build-arg',
    'BASE=localhost/base',
    '--tag',
    'command',
    '--file',
    recipe,
    context,
  );

  const container = await buildah('from', '--pull-never', 'localhost/command');
  const rootfs = await buildah('mount', container);
  const { Docker } = JSON.parse(await buildah('inspect', container));
  const volume = join(folder, 'volume');
  await mkdir(volume);
  await chown(volume, user, user);
  const port = await freePort();
  await writeBundle(folder, { rootfs, volume, port, image: Docker.config });
  try {
    await tryRunning(folder, { port, check: Docker.config.Healthcheck.Test.slice(1) });
  } finally {
    await buildah('umount', container);
  }
}

/**
 * Copies a program of Node.js and the libraries that it needs.
 *
 * @param {string} node
 * @param {string} base
 */
async function copyNode(node, base) {
  const listed = await runQuietly('ldd', ['ldd', node]);
  for (const path of listed.match(/\/[^\s:]+(?=\s+\()/g) ?? []) {
    await mkdir(join(base, dirname(path)), { recursive: true });
    await cp(path, join(base, path), { dereference: true });
  }
  await mkdir(join(base, 'usr/local/bin'), { recursive: true });
  await cp(node, join(base, 'usr/local/bin/node'), { dereference: true });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Writes the configuration of a container: that of the image, with a root that cannot be written, one volume, no
 * rights, and the network of this machine.
 *
 * @param {string} folder
 * @param {{ rootfs: string, volume: string, port: number, image: Record<string, any> }} container
 */
async function writeBundle(folder, { rootfs, volume, port, image }) {
  await runQuietly('runc spec', ['runc', 'spec', '--bundle', folder]);
  const path = join(folder, 'config.json');
  const spec = JSON.parse(await readFile(path, 'utf8'));
  const [uid, gid] = image.User.split(':').map(Number);
  if (uid !== user) throw new StepError(`The image runs as the user ${image.User}.`);
  const mounts = spec.mounts.filter((/** @type {{ type: string }} */ { type }) => type !== 'cgroup');
  spec.mounts = [...mounts, { destination: records, type: 'bind', source: volume, options: ['bind', 'rw'] }];
  spec.root = { path: rootfs, readonly: true };
  spec.process = {
    ...spec.process,
    terminal: false,
    user: { uid, gid },
    cwd: image.WorkingDir,
    args: [...image.Entrypoint, ...image.Cmd],
    env: [...image.Env, `PORT=${port}`],
    capabilities: {},
    noNewPrivileges: true,
  };
  spec.linux.namespaces = spec.linux.namespaces.filter(
    (/** @type {{ type: string }} */ { type }) => type !== 'network',
  );
  await writeFile(path, JSON.stringify(spec));
}

/**
 * Starts the container twice, since the records must outlive it.
 *
 * @param {string} folder
 * @param {{ port: number, check: string[] }} options `check` is the health check of the image.
 */
async function tryRunning(folder, { port, check }) {
  const url = `http://127.0.0.1:${port}/tower`;
  const headers = { 'Content-Type': 'application/json' };
  const body = '{"coordinates":{"latitude":1,"longitude":2}}';
  await withContainer(folder, check, async (exec) => {
    expect('the status of a write', (await fetch(url, { method: 'POST', headers, body })).status, 200);
    const write = await exec('node', '--eval', 'require("fs").writeFileSync("/opt/a", "")');
    expect('whether a write to the root is refused', write.output.includes('EROFS'), true);
    const first = await exec('node', '--print', 'require("fs").readFileSync("/proc/1/cmdline", "utf8")');
    expect('whether the command is process 1', first.output.includes('location-records'), true);
  });
  await withContainer(folder, check, async () => {
    expect('the status of a read after a restart', (await fetch(url)).status, 200);
  });
}

/**
 * Runs a container until it is healthy and `act` is done, and stops it with SIGTERM.
 *
 * @param {string} folder
 * @param {string[]} check
 * @param {(exec: (...command: string[]) => Promise<{ code: number, output: string }>) => Promise<void>} act
 */
async function withContainer(folder, check, act) {
  const name = `location-records-${process.pid}`;
  const root = ['--root', join(folder, 'runc')];
  const child = spawn('runc', [...root, 'run', '--bundle', folder, name], { stdio: 'ignore' });
  const ended = once(child, 'close');
  /** @param {string[]} command */
  const exec = (...command) => run(['runc', ...root, 'exec', name, ...command], { output: 'pipe' });
  try {
    for (let tries = 0; tries < 120 && (await exec(...check)).code !== 0; tries++) await pause(250);
    expect('the exit code of the health check', (await exec(...check)).code, 0);
    await act(exec);
    await runQuietly('runc kill', ['runc', ...root, 'kill', name, 'TERM']);
    expect('the exit code after SIGTERM', (await ended)[0], 0);
  } finally {
    await run(['runc', ...root, 'delete', '--force', name], { output: 'pipe' });
  }
}

/**
 * @param {string} what
 * @param {unknown} value
 * @param {unknown} expected
 */
function expect(what, value, expected) {
  if (value !== expected) throw new StepError(`In the container ${what} is ${value}, not ${expected}.`);
}
