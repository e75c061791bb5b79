import type { PostgresMutant } from './postgres-mutant.ts';
import { withStatements } from './postgres-mutant.ts';

const uniqueIndex = /CREATE UNIQUE INDEX ON (.*?) \(.*\)/;
const conflictTarget = /ON CONFLICT \(.*\) DO/;

/** Stores whose table is not fit. */
export const tableMutants: readonly PostgresMutant[] = [
  {
    id: 'postgres-float4',
    breaks: 'keeps numbers in columns of single precision',
    killedBy: 'numbers-fractions',
    alter: (creation) => creation.replaceAll('double precision', 'real'),
  },
  {
    id: 'postgres-numeric',
    breaks: 'keeps fifteen digits of a number',
    killedBy: 'numbers-fractions',
    make: withStatements((text) =>
      text.replaceAll(/float8send\((\w+)\)/g, 'float8send($1::numeric::double precision)'),
    ),
  },
  {
    id: 'postgres-language-order',
    breaks: 'orders identifiers as a dictionary does',
    killedBy: 'list-order-id-bytes',
    alter: (creation) => creation.replace('id text COLLATE "C"', 'id text COLLATE "und-x-icu"'),
  },
  {
    id: 'postgres-case-insensitive',
    breaks: 'takes identifiers that differ in case for the same',
    killedBy: 'ids-case',
    alter: (creation) =>
      creation.replace(
        /CREATE TABLE (".*")\.(.*)id text COLLATE "C"/s,
        `CREATE COLLATION $1.caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
           CREATE TABLE $1.$2id text COLLATE $1.caseless`,
      ),
  },
  {
    id: 'postgres-whole-key',
    breaks: 'has whole identifiers in its index',
    killedBy: 'ids-long',
    alter: (creation) => creation.replace(uniqueIndex, 'CREATE UNIQUE INDEX ON $1 (id)'),
    make: withStatements((text) => text.replace(conflictTarget, 'ON CONFLICT (id) DO')),
  },
  {
    id: 'postgres-cut-key',
    breaks: 'takes identifiers that begin alike for the same',
    killedBy: 'ids-common-prefix',
    alter: (creation) => creation.replace(uniqueIndex, 'CREATE UNIQUE INDEX ON $1 (left(id, 512))'),
    make: withStatements((text) => text.replace(conflictTarget, 'ON CONFLICT (left(id, 512)) DO')),
  },
];
