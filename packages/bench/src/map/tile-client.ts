// Asks for tiles of a map and tells its parent how long each took: `tile-client.ts <port> <rounds>`. Started by
// tile-times.ts.
import { Connection } from '../shared/connection.ts';
import { places, type TileTime, zooms } from './tiles.ts';

const [, , port, rounds] = process.argv;
const connection = await Connection.open(Number(port));
const times: TileTime[] = [];
// The first rounds warm up caches and the compiler.
for (let round = -2; round < Number(rounds); round++) {
  for (const zoom of zooms) {
    const [longitude, latitude] = places[(round + 2) % places.length] as (typeof places)[number];
    const path = `/-/tiles/${zoom}/${tileAt(longitude, latitude, zoom).join('/')}.mvt`;
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    const begin = performance.now();
    const { status, body } = await connection.send(request);
    const milliseconds = performance.now() - begin;
    if (status !== 200 || body.length === 0) throw new Error(`${path}: ${status}, ${body.length} bytes`);
    if (round >= 0) times.push({ zoom, milliseconds });
  }
}
connection.close();
process.send?.(times, () => process.disconnect());

/** The tile of a zoom that has a place: Web Mercator. */
function tileAt(longitude: number, latitude: number, zoom: number): readonly [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const [x, y] = [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
  return [Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}
