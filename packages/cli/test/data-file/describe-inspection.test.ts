import { inspect } from '@location-records/formats';
import { expect, test } from 'vitest';
import { understoodLine, understoodText } from '../../src/data-file/describe-inspection.ts';

const table =
  '# made by a logger\nstop_id;stop_code;name;Latitude;Longitude;zone\ns1;1;Bell;48.1;2.1;A\ns2;2;Rock;48.2;2.2;A\n';

test('what is understood of a file is a few aligned lines with alternatives', async () => {
  const text = understoodText('places.csv', await inspect(table));
  const [title, ...lines] = text.trimEnd().split('\n');
  expect(title).toMatch(/^places\.csv: CSV.*, 2 records$/);
  expect(lines.map((line) => line.trimEnd().replace(/\(or .*\)/, '(or …)'))).toEqual([
    '  id           stop_id  (or …)',
    '  coordinates  Latitude, Longitude',
    '  description  name',
    '  left out     stop_code, zone',
    expect.stringMatching(/^ {2}note {9}\S/),
  ]);
});

test('of a file without records, only what it has instead is said', async () => {
  const track = '<gpx version="1.1" creator="a"><trk><trkseg/></trk></gpx>';
  expect(understoodText('run.gpx', await inspect(track))).toBe(
    'run.gpx: GPX, 0 records\n  note         the file has no waypoints\n  note         1 track is not imported\n',
  );
});

test('many columns that are left out are counted', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `a_long_name_of_a_column_${index}`);
  const text = `id,lat,lon,${names}\na,1,2${',x'.repeat(100)}\n`;
  const line = understoodText('a.csv', await inspect(text))
    .split('\n')
    .find((each) => each.startsWith('  left out'));
  expect(line).toMatch(/, and \d+ more$/);
  expect(line?.length).toBeLessThan(100);
});

test('names that could deceive a terminal are escaped', async () => {
  const text = understoodText('a\u001b[2J.csv', await inspect('id,lat,lon,\u001b[31mred\na,1,2,3\n'));
  expect(text).not.toContain('\u001b');
});

test('in one line, each choice has its name', async () => {
  expect(understoodLine(await inspect('id,lat,lon\na,1,2\n'))).toBe(
    'CSV; id: id; coordinates: lat, lon; description: none',
  );
});
