import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What an installation consists of. */
export interface Installed {
  readonly packages: number;
  /** The packages that npm may run a program of when it installs them. */
  readonly withScripts: number;
  readonly files: number;
  /** The lengths of all files together. */
  readonly bytes: number;
}

/** The list of installed packages that npm leaves in `node_modules`, as far as it is used. */
interface Lock {
  /** By their folders. */
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

/** The name of the list. It is not counted, since it is not part of a package. */
const lockName = '.package-lock.json';

/** Measures what npm has installed into a folder. */
export async function measureInstalled(folder: string): Promise<Installed> {
  const modules = join(folder, 'node_modules');
  const { packages }: Lock = JSON.parse(await readFile(join(modules, lockName), 'utf8'));
  const lengths = await lengthsOf(modules);
  return {
    packages: Object.keys(packages).length,
    withScripts: Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript).length,
    files: lengths.length,
    bytes: lengths.reduce((sum, length) => sum + length, 0),
  };
}

/** The lengths of the files of a folder and of those in it. The links to commands are not files. */
async function lengthsOf(folder: string): Promise<readonly number[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== lockName);
  return Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
}
