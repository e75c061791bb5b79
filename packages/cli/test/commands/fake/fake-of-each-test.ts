import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { fakeHere } from '../../run-here.ts';

/** The Location of the record `home`, with which the fake of each test begins. */
export const home = { coordinates: { latitude: 1, longitude: 2 } };

/** The fake of the test that runs. */
interface FakeOfTest {
  readonly url: string;
  /** Sends a request, and resolves to its status and its JSON. */
  send(method: string, path: string, body?: unknown): Promise<[number, unknown]>;
  /** Sends a request to the control plane that must succeed. */
  steer(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** Starts a fake with one record for each test of the file, and checks that it stops without a complaint. */
export function fakeOfEachTest(): FakeOfTest {
  let folder: string;
  let fake: Awaited<ReturnType<typeof fakeHere>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'location-records-fake-'));
    await writeFile(join(folder, 'seed.json'), JSON.stringify([['home', home]]));
  });

  afterAll(() => rm(folder, { recursive: true }));

  beforeEach(async () => {
    fake = await fakeHere(['--seed', join(folder, 'seed.json'), '--log', 'json', '--explain']);
  });

  afterEach(async () => {
    expect(await fake.stop()).toBe(0);
    expect(fake.stderr.text).toBe('');
  });

  const send: FakeOfTest['send'] = async (method, path, body) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(fake.url + path, {
      method,
      headers,
      ...(body !== undefined && { body: text }),
    });
    const content = await response.text();
    return [response.status, content === '' ? undefined : JSON.parse(content)];
  };
  return {
    get url() {
      return fake.url;
    },
    send,
    async steer(method, path, body) {
      const [status, content] = await send(method, `/-/fake${path}`, body);
      expect([status, content]).toEqual([200, expect.anything()]);
      return content;
    },
  };
}
