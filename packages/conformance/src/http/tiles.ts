import { ContractError, expectEqual } from '../contract-error.ts';
import { statusAndBody } from './expect.ts';
import { ask } from './requests.ts';
import type { CaseRequest, CaseResponse, Service } from './service.ts';
import { type TilePoint, tilePoints } from './vector-tile.ts';

/** The target of the tile that has a place (Web Mercator). */
export function tileAt(latitude: number, longitude: number, zoom: number): string {
  const [x, y] = addressAt(latitude, longitude, zoom);
  return `/-/tiles/${zoom}/${x}/${y}.mvt`;
}

/** The column and the row of that tile. */
export function addressAt(latitude: number, longitude: number, zoom: number): [x: number, y: number] {
  const [x, y] = placeAt(latitude, longitude, zoom);
  return [Math.floor(x), Math.floor(y)];
}

/** The place on the map of a zoom, in tiles from its north-west corner. */
export function placeAt(latitude: number, longitude: number, zoom: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [(longitude / 360 + 0.5) * 2 ** zoom, y * 2 ** zoom];
}

/** The text of a tile: identifiers and descriptions are in it as they are, between bytes of other kinds. */
export async function readTile(
  service: Service,
  target: string,
  headers?: CaseRequest['headers'],
): Promise<string> {
  return tileText(await service.request(ask('GET', target, headers)));
}

/** The text of the response with a tile. */
function tileText(response: CaseResponse): string {
  const text = new TextDecoder().decode(response.body);
  if (response.status !== 200) {
    throw new ContractError('tile', statusAndBody(200, 'and a tile'), statusAndBody(response.status, text));
  }
  const type = response.headers['content-type'];
  expectEqual('Content-Type', type, ['application/vnd.mapbox-vector-tile']);
  return text;
}

/** The points of a tile. */
export function pointsOf(response: CaseResponse): readonly TilePoint[] {
  tileText(response);
  try {
    return tilePoints(response.body);
  } catch (error) {
    throw new ContractError('tile', 'a vector tile', String(error));
  }
}
