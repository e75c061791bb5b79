// Builds the command into `dist`: one file of what `serve` needs, and one more for each command that is loaded when it is used,
// and for the thread that reads files.
// `bin.js` is a file of its own: it awaits the command, which may load files that import the one of `serve`.
import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const folder = join(import.meta.dirname, '..');
const output = join(folder, 'dist');
const program = join(folder, 'src', 'bin.ts');
// Lies beside the file that starts it, with its name.
const thread = join(folder, 'src', 'data-file', 'file-thread.ts');

const bundle = await rolldown({
  cwd: folder,
  input: { bin: program, 'file-thread': thread },
  platform: 'node',
  // commander, a development dependency, becomes a part of the build.
  external: /^(?!commander$)[^./]/,
  transform: { target: 'node20.19' },
});
await rm(output, { recursive: true, force: true });
await bundle.write({
  dir: output,
  // Each file takes a fraction of a millisecond of the start.
  codeSplitting: {
    groups: [{ name: 'command', tags: ['$initial'], test: (id) => id !== program && id !== thread }],
  },
});
await bundle.close();
await chmod(join(output, 'bin.js'), 0o755);
await copyFile(new URL('LICENSE', import.meta.resolve('commander')), join(output, 'commander-licence.txt'));
