import { onTestFinished } from 'vitest';
import { fakeHere } from '../../run-here.ts';

/** The Location of the record `home`. */
export const home = { coordinates: { latitude: 1, longitude: 2 } };

/**
 * Starts a fake that ends with the test. Returns what sends it a request, and resolves to the status and the
 * JSON.
 */
export async function startFake(...flags: readonly string[]) {
  const fake = await fakeHere(['--log', 'json', '--explain', ...flags]);
  onTestFinished(async () => void (await fake.stop()));
  const send = async (method: string, path: string, body?: unknown, scope?: string) => {
    const response = await fetch(fake.url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(scope !== undefined && { 'X-Location-Records-Scope': scope }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return [response.status, text === '' ? undefined : JSON.parse(text)] as [number, unknown];
  };
  return { ...fake, send };
}
