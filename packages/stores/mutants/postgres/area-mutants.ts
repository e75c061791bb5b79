import { AreaPostgresStore } from '../../src/postgres/area-postgres-store.ts';
import type { PostgresMutant } from './postgres-mutant.ts';

/** A store whose area queries are another statement. */
function withPages(change: (text: string) => string): NonNullable<PostgresMutant['make']> {
  return (parts) => {
    const within = { ...parts.within, text: change(parts.within.text) };
    return new AreaPostgresStore({ ...parts, within });
  };
}

/** Stores whose area queries go wrong. */
export const areaMutants: readonly PostgresMutant[] = [
  {
    id: 'postgres-area-single-precision',
    breaks: 'compares with the edges of a box in single precision',
    killedBy: 'area-edges',
    make: withPages((text) => text.replace(/(\$[134])::float8/g, '$1::real')),
  },
  {
    id: 'postgres-area-language-order',
    breaks: 'orders the records of one place as a dictionary does',
    killedBy: 'area-order-stripe',
    make: withPages((text) =>
      text.replace(
        /ORDER BY latitude, longitude, left.*, id/,
        'ORDER BY latitude, longitude, id COLLATE "und-x-icu"',
      ),
    ),
  },
  {
    id: 'postgres-area-beginnings-alone',
    breaks: 'goes on after all records of one place whose identifiers begin alike',
    killedBy: 'area-many-in-one-place',
    make: withPages((text) =>
      text.replace('(latitude, longitude, id) >', '(latitude, longitude, left(id, 1)) >'),
    ),
  },
  {
    id: 'postgres-area-stripes-unordered',
    breaks: 'reads the stripes of a box from the last one on',
    killedBy: 'area-order-stripe',
    make: withPages((text) =>
      text.replace(/FROM (unnest\(.*?\)) AS stripe/, 'FROM (SELECT $1 AS stripe ORDER BY 1 DESC) AS stripes'),
    ),
  },
  {
    id: 'postgres-area-start-everywhere',
    breaks: 'skips the south of every stripe after a position, and not of its own stripe alone',
    killedBy: 'area-pages',
    make: withPages((text) => text.replaceAll(/CASE WHEN stripe = .*? THEN (\S+) ELSE \S+ END/g, '$1')),
  },
  {
    id: 'postgres-area-stop-forgotten',
    breaks: 'ends a box where it has looked at enough places of a stripe',
    killedBy: 'area-few-among-many',
    make: withPages((text) => text.replace('stop.latitude IS NOT NULL', 'false')),
  },
  {
    id: 'postgres-area-stop-excluded',
    breaks: 'leaves out the records of the place where it stops',
    killedBy: 'area-many-in-one-place',
    make: withPages((text) => text.replace('<= (coalesce', '< (coalesce')),
  },
];
