import type { Position } from 'geojson';

/** How many steps a degree has: a step is 1.1 km at most, less than the data of 1:50,000,000 can tell. */
const stepsPerDegree = 100;

/**
 * Encodes a line as whole steps, longitude before latitude: its start, and the step to each next point. Small
 * numbers come again and again, so that a gzipped base map is a third of its size as GeoJSON.
 */
export type DeltaLine = readonly number[];

/** Rounds a line to steps, and leaves out points that fall together. */
export function encodeLine(line: readonly Position[]): DeltaLine {
  const encoded: number[] = [];
  let [lastX, lastY] = [0, 0];
  for (const [longitude = 0, latitude = 0] of line) {
    const [x, y] = [Math.round(longitude * stepsPerDegree), Math.round(latitude * stepsPerDegree)];
    if (encoded.length === 0 || x !== lastX || y !== lastY) encoded.push(x - lastX, y - lastY);
    [lastX, lastY] = [x, y];
  }
  return encoded;
}

/** The points of a line that {@link encodeLine} made. */
export function decodeLine(encoded: DeltaLine): Position[] {
  const line: Position[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < encoded.length; index += 2) {
    x += encoded[index] ?? 0;
    y += encoded[index + 1] ?? 0;
    line.push([x / stepsPerDegree, y / stepsPerDegree]);
  }
  return line;
}
