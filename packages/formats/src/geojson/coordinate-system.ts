import { isMembers } from '../json/location.ts';

/** The names of WGS 84 as GeoJSON of 2008 has them, without and with altitudes (EPSG:4979). */
const wgs84 = /(?:^|:|\/)(?:CRS84h?|EPSG:(?:[\d.]*:)?(?:4326|4979)|EPSG\/0\/(?:4326|4979))$/i;

/** Whether the `crs` of GeoJSON from 2008 says what RFC 7946 demands: WGS 84. `null` says nothing. */
export function isLongitudeLatitude(crs: unknown): boolean {
  if (crs === null) return true;
  return wgs84.test(nameOf(crs) ?? '');
}

/** The name of a coordinate system of GeoJSON, where it has one. */
export function nameOf(crs: unknown): string | undefined {
  if (!isMembers(crs) || !isMembers(crs.properties)) return undefined;
  const { name, code } = crs.properties;
  if (typeof name === 'string') return name;
  return code === undefined ? undefined : `EPSG:${String(code)}`;
}
