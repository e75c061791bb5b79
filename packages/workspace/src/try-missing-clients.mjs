// Starts the packed command on engines whose clients are not installed: it must say what to install.
import { run, runQuietly, StepError } from './workspace.mjs';

/** A store URL for each client. No server listens there, and none is asked. */
const clients = { pg: 'postgres://127.0.0.1:1/none', redis: 'redis://127.0.0.1:1' };

/** @param {string} folder where the packed packages are installed */
export async function tryMissingClients(folder) {
  await runQuietly(
    'npm uninstall of the clients',
    ['npm', 'uninstall', '--no-audit', '--no-fund', ...Object.keys(clients)],
    { cwd: folder },
  );
  for (const [name, url] of Object.entries(clients)) {
    const command = ['npx', 'location-records', 'serve', '--port', '0', '--store', url];
    const { code, output } = await run(/** @type {[string, ...string[]]} */ (command), {
      cwd: folder,
      output: 'pipe',
    });
    const said = output.split('\n').filter((line) => line.startsWith('location-records: '));
    if (code === 1 && said.length === 1 && said[0]?.includes(`npm install ${name}`)) continue;
    throw new StepError(`Without ${name}, the command ended with ${code} and said: ${output}`);
  }
}
