import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, expect, test } from 'vitest';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));

describeUnless(lacks({ program: 'systemd-analyze' }))('the unit of systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'location-records-unit-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('the unit scores at most 2.0 in systemd-analyze security', () => {
    const unit = join(deploy, 'location-records.service');
    // With a threshold of 20, that is 2.0, a higher score is a failure.
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unit];
    expect(execFileSync('systemd-analyze', args, { encoding: 'utf8' })).toContain('exposure level');
  });

  test('systemd understands every line of the unit and of its socket', () => {
    for (const name of ['location-records.service', 'location-records.socket']) {
      copyFileSync(join(deploy, name), join(folder, name));
    }
    // It also looks for the program.
    const unit = join(folder, 'location-records.service');
    const text = readFileSync(unit, 'utf8');
    writeFileSync(unit, text.replace('/usr/local/bin/location-records', process.execPath));
    const files = [unit, join(folder, 'location-records.socket')];
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('location-records'))).toEqual([]);
  });
});
