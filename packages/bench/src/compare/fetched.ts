import { join } from 'node:path';
import { fetchPackages } from '@location-records/dev-kit/campaigns';

/** Where the packages are that this campaign alone needs. */
export const fetchedFolder = join(import.meta.dirname, '..', '..', 'node_modules', '.compare');

/** Installs them the first time. better-sqlite3 13 carries its binaries inside the package, and needs Node.js 22. */
export function fetchForComparison(): void {
  fetchPackages(fetchedFolder, ['better-sqlite3@13.2.0']);
}
