// Asks for tiles of a map and tells its parent how long each took: `tile-client.ts <port> <rounds>`. Started by
// tile-times.ts.
import { Connection } from '../shared/connection.ts';
import { lastLowZoom, places, type TileTime, zooms } from './tiles.ts';

const [, , port, rounds] = process.argv;
const connection = await Connection.open(Number(port));
const times: TileTime[] = [];
// Until the server has counted all records, some tiles are empty. It is warm then, too.
while ((await askRound(0)).some(({ zoom, isEmpty }) => isEmpty && zoom <= lastLowZoom));
for (let round = 0; round < Number(rounds); round++) times.push(...(await askRound(round)));
connection.close();
process.send?.(times, () => process.disconnect());

/** Asks for a tile of each zoom, around one place. */
async function askRound(round: number): Promise<readonly TileTime[]> {
  const [longitude, latitude] = places[round % places.length] as (typeof places)[number];
  const asked: TileTime[] = [];
  for (const zoom of zooms) {
    const path = `/-/tiles/${zoom}/${tileAt(longitude, latitude, zoom).join('/')}.mvt`;
    const begin = performance.now();
    const { status, body } = await connection.send(
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
    );
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    asked.push({ zoom, milliseconds: performance.now() - begin, isEmpty: body === '' });
  }
  return asked;
}

/** The tile of a zoom that has a place: Web Mercator. */
function tileAt(longitude: number, latitude: number, zoom: number): readonly [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const [x, y] = [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
  return [Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}
