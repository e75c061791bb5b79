import { expect } from 'vitest';
import { runHere, serveHere } from '../run-here.ts';
import { withServer } from './refusing-server.ts';

/** A service with a record at each of the latitudes 1, 2 and 3. */
async function withPlaces<T>(act: (url: string) => Promise<T>): Promise<T> {
  const served = await serveHere(['--areas']);
  for (const latitude of [1, 2, 3]) {
    const response = await fetch(`${served.url}/place-${latitude}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ coordinates: { latitude, longitude: 0 } }),
    });
    expect(response.status).toBe(200);
  }
  try {
    return await act(served.url);
  } finally {
    expect(await served.stop()).toBe(0);
  }
}

async function run(args: readonly string[], isTTY = false) {
  const running = runHere(['find', ...args], { isTTY });
  const code = await running.exitCode;
  return { code, out: running.stdout.text, err: running.stderr.text };
}

/** The identifiers that `location-records find` gives with these flags. */
function found(...flags: readonly string[]): Promise<string[]> {
  return withPlaces(async (url) => {
    const { code, out, err } = await run([url, ...flags]);
    expect(code).toBe(0);
    expect(err).toBe(
      flags.includes('--limit') ? 'location-records: there are more records; see --limit\n' : '',
    );
    return JSON.parse(out).features.map(({ id }: { readonly id: string }) => id);
  });
}

/** For every flag of `location-records find`: what it changes, as a user would see it. */
export const findProofs: Record<string, () => Promise<void>> = {
  'find --bbox': async () => {
    expect(await found()).toEqual(['place-1', 'place-2', 'place-3']);
    expect(await found('--bbox=-1,2,1,3')).toEqual(['place-2', 'place-3']);
  },
  'find --near': async () => {
    expect(await found('--near', '3,0')).toEqual(['place-3', 'place-2', 'place-1']);
  },
  'find --radius': async () => {
    expect(await found('--near', '3,0', '--radius', '120000')).toEqual(['place-3', 'place-2']);
  },
  'find --limit': async () => {
    expect(await found('--limit', '2')).toEqual(['place-1', 'place-2']);
  },
  'find --format': () =>
    withPlaces(async (url) => {
      const [table, json, lines] = await Promise.all([
        run([url], true),
        run([url]),
        run([url, '--format', 'ndjson'], true),
      ]);
      expect(table.out).toMatch(/identifier +latitude +longitude/);
      expect(JSON.parse(json.out).type).toBe('FeatureCollection');
      expect(
        lines.out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).type),
      ).toEqual(['Feature', 'Feature', 'Feature']);
    }),
  'find --header': () =>
    withServer(
      (headers) => headers['x-key'] ?? 'none',
      async (url) => {
        const { code, err } = await run([url, '--header', 'X-Key: abc', '--header', 'X-Other: 1']);
        expect([code, err]).toEqual([
          2,
          'location-records: The service cannot be used: it responded with 403; abc.\n',
        ]);
      },
    ),
  'find --timeout': () =>
    withServer(undefined, async (url) => {
      const { code, err } = await run([url, '--timeout', '20']);
      expect(code).toBe(2);
      expect(err).toContain('did not respond within 20 ms; see --timeout');
    }),
};
