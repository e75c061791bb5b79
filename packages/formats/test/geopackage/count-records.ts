// Writes how many records a GeoPackage has.
import { readAll } from './written-geopackage.ts';

const [, , path = ''] = process.argv;
process.stdout.write(`${(await readAll(path)).length}\n`);
