import { type GeoPermissibleObjects, geoEquirectangular, geoPath } from 'd3-geo';
import type { Position } from 'geojson';

/** A line or a ring of points, longitude before latitude. */
export type Line = readonly Position[];

/**
 * Draws longitudes and latitudes as they are, with straight edges. It cuts what crosses 180 degrees on the
 * way.
 */
const projection = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .reflectY(true)
  .precision(0);

/**
 * The polygons of a shape on the sphere, on a flat map: each an outer ring and its holes, closed. Natural
 * Earth's land runs across the antimeridian and round the pole, which a flat map would show as streaks round
 * the world.
 */
export function polygonsOf(shape: GeoPermissibleObjects): readonly (readonly Line[])[] {
  const rings = draw(shape).filter((ring) => ring.length > 3);
  const outer = rings.filter((ring) => signedArea(ring) < 0).map((ring) => [ring]);
  for (const hole of rings.filter((ring) => signedArea(ring) > 0)) {
    const around = outer.filter(([ring]) => ring && contains(ring, hole[0] as Position));
    // The smallest of several is the one with the hole.
    around.sort(([one], [other]) => signedArea(other as Line) - signedArea(one as Line))[0]?.push(hole);
  }
  return outer;
}

/** The lines of a shape on the sphere, on a flat map. */
export function linesOf(shape: GeoPermissibleObjects): readonly Line[] {
  return draw(shape);
}

function draw(shape: GeoPermissibleObjects): readonly Line[] {
  const lines: Position[][] = [];
  geoPath(projection, {
    beginPath() {},
    moveTo: (x, y) => lines.push([[x, y]]),
    lineTo: (x, y) => lines.at(-1)?.push([x, y]),
    arc() {},
    closePath() {
      const line = lines.at(-1);
      if (line?.[0]) line.push(line[0]);
    },
  })(shape);
  return lines;
}

/** Above 0 if the ring runs counterclockwise, with north up. */
function signedArea(ring: Line): number {
  return ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

function contains(ring: Line, [x = 0, y = 0]: Position): boolean {
  return ring.reduce((isInside, [startX = 0, startY = 0], index) => {
    const [endX = 0, endY = 0] = ring[(index + 1) % ring.length] ?? [];
    const isCrossed =
      startY > y !== endY > y && x < ((endX - startX) * (y - startY)) / (endY - startY) + startX;
    return isCrossed ? !isInside : isInside;
  }, false);
}
