import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-node-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const entry = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

/** Runs a test of node:test with a fake of its own, and returns its report. */
async function report(name: string, body: string): Promise<{ code: number; output: string }> {
  const file = join(folder, `${name}.mjs`);
  const program = `
    import assert from 'node:assert/strict';
    import { test } from 'node:test';
    import { createFake, loseResponse } from ${entry('index.ts')};
    import { useFake } from ${entry('node-test/index.ts')};
    const fixture = createFake({ records: { home: { coordinates: { latitude: 1, longitude: 2 } } } });
    ${body}`;
  await writeFile(file, program);
  // Of a child of a test, node:test would print another format.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [...process.execArgv, '--test-reporter=tap', file], {
    env,
    stdio: 'pipe',
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, output };
}

describe('the fake of a test of node:test', () => {
  it('is a fork of its own, also of tests at once, and closes its ports', async () => {
    const { code, output } = await report(
      'passes',
      `const urls = [];
       test('at once', { concurrency: true }, async (t) => {
         const once = (name) => t.test(name, async (t) => {
           const fake = useFake(t, fixture);
           fake.faults.add(loseResponse(), { method: 'PUT' });
           urls.push((await fake.listen()).url);
           await fetch(urls.at(-1) + '/home', { method: 'DELETE' });
           assert.deepEqual(fake.journal.lines(), ['DELETE /home 200']);
         });
         await Promise.all([once('first'), once('second')]);
         for (const url of urls) await assert.rejects(fetch(url));
         assert.equal(fixture.records.size, 1);
       });`,
    );
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/pass [13]\b/) });
  });

  describe('that fails', () => {
    let failed: Awaited<ReturnType<typeof report>>;
    /** What node:test says about one test. */
    const sectionOf = (title: string) =>
      failed.output.split('# Subtest: ').find((section) => section.startsWith(`${title}\n`));

    beforeAll(async () => {
      failed = await report(
        'fails',
        `test('meets none', async (t) => {
           const fake = useFake(t, fixture, { unmetFaults: 'fail' });
           fake.faults.add(loseResponse(), { method: 'PUT' });
           await fake.fetch('home');
         });
         test('expects another status', async (t) => {
           const fake = useFake(t, fixture, { unmetFaults: 'fail' });
           fake.faults.add(loseResponse(), { method: 'PUT' });
           assert.equal((await fake.fetch('away')).status, 200);
         });`,
      );
    });

    it('has a process that fails', () => {
      expect(failed.code).toBe(1);
    });

    it('fails because a fault is unmet, where that was asked for', () => {
      const section = sectionOf('meets none');
      expect(section).toContain('not ok 1 - meets none');
      expect(section).toContain('No request has met loseResponse of a PUT request. This has arrived:');
      expect(section).toContain('GET /home 200 – SPEC 4: the record is present');
    });

    it('lists what has arrived', () => {
      const section = sectionOf('expects another status');
      expect(section).toContain('not ok 2 - expects another status');
      expect(section).toContain('The fake has received:');
      expect(section).toContain('GET /away 404 – SPEC 4.1: the record "away" is absent');
      expect(section).not.toContain('No request has met');
    });
  });
});
