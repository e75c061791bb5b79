import { made, type Shape, slug, tabbed } from './shape.ts';

/** A table with these names and two places. */
const named = (latitude: string, longitude: string, from: string): Shape => ({
  from,
  what: `${latitude} and ${longitude}`,
  file: 'places.csv',
  content: `Code;${latitude};${longitude}\nKA;41.51;12.255\nKB;-33.1;151.2\n`,
  records: [
    ['KA', undefined, 41.51, 12.255],
    ['KB', undefined, -33.1, 151.2],
  ],
});

/** Columns in more languages, and points in notations of their own. */
export const notationShapes: readonly Shape[] = [
  named('Breddegrad', 'Længdegrad', 'Danish'),
  named('Vĩ độ', 'Kinh độ', 'Vietnamese'),
  named('خط العرض', 'خط الطول', 'Arabic'),
  named('קו רוחב', 'קו אורך', 'Hebrew'),
  named('Γεωγραφικό πλάτος', 'Γεωγραφικό μήκος', 'Greek'),
  named('Szerokość geograficzna', 'Długość geograficzna', 'Polish'),
  {
    from: 'a geocaching list',
    what: 'letters in front, in one column',
    file: 'caches.csv',
    content: 'Cache;Coords\nOld Oak;N 41° 30.600 W 072° 15.300\nNew Elm;S 33° 06.000 E 151° 12.000\n',
    records: [
      [slug('old-oak'), 'Old Oak', 41.51, -72.255],
      [slug('new-elm'), 'New Elm', -33.1, 151.2],
    ],
    within: 1e-9,
  },
  {
    from: 'a video camera',
    what: 'ISO 6709 in degrees, minutes and seconds',
    file: 'videos.csv',
    content:
      'name,gps\nAlder,+41.51-072.255/\nBirch,-3306.0+15112.0/\nCedar,+413036-0721518+12.5CRSWGS_84/\n',
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Birch', -33.1, 151.2],
      [made, 'Cedar', 41.51, -72.255],
    ],
    within: 1e-9,
    notes: /altitudes are left out \(1\)/,
  },
  {
    from: 'a GIS',
    what: 'MULTIPOINT of one',
    file: 'multi.csv',
    content: 'OBJECTID,the_geom\n7,"MULTIPOINT ((-72.255 41.51))"\n8,"MULTIPOINT (151.2 -33.1)"\n',
    records: [
      ['7', undefined, 41.51, -72.255],
      ['8', undefined, -33.1, 151.2],
    ],
  },
  {
    from: 'PostGIS',
    what: 'points in hexadecimal binary, with and without a system',
    file: 'table.csv',
    content: `id,name,geom
7,Alder,0101000020E6100000000000000000F83F0000000000000440
8,Birch,0101000000000000000000F83F000000000000F0BF
`,
    records: [
      ['7', 'Alder', 2.5, 1.5],
      ['8', 'Birch', -1, 1.5],
    ],
  },
  {
    from: 'Wikidata',
    what: 'results of SPARQL as TSV',
    file: 'query.tsv',
    content: tabbed(
      ['?item', '?itemLabel', '?coord'],
      [
        '<http://data.example/Q7>',
        '"Old \\"Oak\\""@en',
        '"Point(12.255 41.51)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>',
      ],
      [
        '<http://data.example/Q8>',
        '"Elm"@en',
        '"Point(151.2 -33.1)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>',
      ],
    ),
    records: [
      ['http://data.example/Q7', 'Old "Oak"', 41.51, 12.255],
      ['http://data.example/Q8', 'Elm', -33.1, 151.2],
    ],
  },
  {
    from: 'a survey',
    what: 'names in the only column of text, whatever it is called',
    file: 'homes.csv',
    content: 'person,home_lat,home_lon\nAda 1st,41.51,-72.255\nBob 2nd,-33.1,151.2\n',
    records: [
      ['ada-1st', 'Ada 1st', 41.51, -72.255],
      ['bob-2nd', 'Bob 2nd', -33.1, 151.2],
    ],
  },
  {
    from: 'a logger',
    what: 'columns without names that tell',
    file: 'log.csv',
    content: 'sensor,first,second\nA7,41.51,-72.255\nB8,-33.11,151.21\n',
    fault: /No field of the file has coordinates.*"latitude":"first","longitude":"second"/s,
  },
  {
    from: 'Excel',
    what: 'a web page with the name of a workbook',
    file: 'table.xls',
    content: '<html><body><table><tr><td>Alder</td><td>41.51</td></tr></table></body></html>',
    fault: /save it as CSV/,
  },
  {
    from: 'a map on the web',
    what: 'KML that only links to another',
    file: 'link.kml',
    content:
      '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>https://maps.example/k</href></Link></NetworkLink></Document></kml>',
    notes: /only links to "https:\/\/maps\.example\/k": download that/,
  },
];
