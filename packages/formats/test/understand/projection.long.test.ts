import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, test } from 'vitest';
import { loadProjection } from '../../src/understand/projection.ts';
import { distance, places } from './projection-places.ts';

async function run(command: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  return text(child.stdout);
}

describeUnless(lacks({ program: 'gdaltransform' }))('GDAL', () => {
  test.each(places)('converts from %s to the same place', async (name, x, y, _, __, tolerance) => {
    const args = ['-s_srs', name, '-t_srs', 'EPSG:4326', '-output_xy'];
    const [longitude, latitude] = (await run('gdaltransform', args, `${x} ${y}\n`)).split(' ').map(Number);
    const { latitude: north, longitude: east } = (await loadProjection({ name }))(x, y);
    expect(
      distance({ latitude: north, longitude: east }, [longitude as number, latitude as number]),
    ).toBeLessThan(tolerance);
  });

  /** Axes to the west, and the meridian of Paris, are read by the code only. */
  const readable = places.filter(([name]) => !['EPSG:2048', 'EPSG:27572'].includes(name));

  test.each(readable)(
    'writes well-known text of %s that leads to the same place',
    async (name, x, y, ...place) => {
      const [longitude, latitude, tolerance] = place;
      for (const dialect of ['wkt_esri', 'wkt1']) {
        const definition = (await run('gdalsrsinfo', ['--single-line', '-o', dialect, name])).trim();
        const convert = await loadProjection({ name: 'grid', definition });
        expect(distance(convert(x, y), [longitude, latitude])).toBeLessThan(Math.max(tolerance, 5));
      }
    },
  );
});
