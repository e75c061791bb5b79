import type { InspectionFault } from '../inspection.ts';
import type { FieldName } from '../rows/row.ts';
import { isInRange, type RawPoint, scaled } from './choose-coordinates.ts';

type Remedy = InspectionFault['remedies'][number];

/** Factors of integers that stand for degrees, and what they are called, the largest degrees first. */
const scales: readonly (readonly [factor: number, words: string])[] = [
  [1e-6, 'integers of millionths of a degree (E6)'],
  [1e-7, 'integers of ten-millionths of a degree (E7)'],
];

/** Most points must fit an explanation. */
const leastShare = 0.9;

/**
 * Explains coordinates of a file that are not degrees: what they probably are, and how to read them.
 *
 * @param points some of them.
 * @param fields those that hold the latitude and the longitude, or the one with both.
 */
export async function explainRange(
  points: readonly RawPoint[],
  fields: readonly FieldName[],
): Promise<InspectionFault> {
  const what = `The coordinates in ${fields.join(' and ')} are not degrees`;
  const { latitude, longitude } = points.find((point) => !isInRange(point)) as RawPoint;
  const numbers = (fields.length === 2 ? [latitude, longitude] : [longitude, latitude]).join(', ');
  if (fits(points, ({ latitude, longitude }) => ({ latitude: longitude, longitude: latitude }))) {
    const remedies = [{ options: { swap: true }, words: 'latitude and longitude are exchanged' }];
    return { message: `${what} (${numbers}): latitude and longitude look exchanged.`, remedies };
  }
  const isScaled = points.every(isWhole) && points.some(isBeyondMetres);
  const fitting = isScaled ? scales.filter(([factor]) => fits(points, byFactor(factor))) : [];
  if (fitting.length > 0) {
    return {
      message: `${what} (${numbers}): they look like ${fitting.map(([, words]) => words).join(', or ')}.`,
      remedies: fitting.map(([factor, words]) => ({ options: { scale: factor }, words })),
    };
  }
  return {
    message: `${what} (${numbers}), but probably metres of a projection.`,
    remedies: await systemsOf(points),
  };
}

async function systemsOf(points: readonly RawPoint[]): Promise<readonly Remedy[]> {
  const { guessSystems } = await import('./projection.ts');
  const systems = await guessSystems(
    points.map(({ latitude, longitude }) => ({ x: longitude, y: latitude })),
  );
  return systems.map(({ name, words }) => ({ options: { crs: name }, words }));
}

function fits(points: readonly RawPoint[], convert: (point: RawPoint) => RawPoint): boolean {
  return points.filter((point) => isInRange(convert(point))).length >= leastShare * points.length;
}

function isWhole({ latitude, longitude }: RawPoint): boolean {
  return Number.isInteger(latitude) && Number.isInteger(longitude);
}

/** Half of the circumference of the Earth in metres. */
const mostMetres = 20_037_509;

function isBeyondMetres({ latitude, longitude }: RawPoint): boolean {
  return Math.max(Math.abs(latitude), Math.abs(longitude)) > mostMetres;
}

function byFactor(factor: number): (point: RawPoint) => RawPoint {
  return ({ latitude, longitude }) => ({
    latitude: scaled(latitude, factor),
    longitude: scaled(longitude, factor),
  });
}
