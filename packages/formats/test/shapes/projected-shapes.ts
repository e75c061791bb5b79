import type { Shape } from './shape.ts';

/** Matches what is said without a word about options. */
const withoutRemedy = (text: RegExp) => new RegExp(`^(?=.*${text.source})(?!.*"options")`, 's');

/** Files of numbers that are not degrees: the option that mends them, or none if several may. */
export const projectedShapes: readonly Shape[] = [
  {
    from: 'a city in Germany',
    what: 'WKT in a zone of UTM, which the file does not name',
    file: 'trees.csv',
    content: `gisid,kind,geom
00008100,oak,"POINT (392000.5 5820000.25)"
00008101,elm,"POINT (393120.5 5819000.75)"
`,
    fault: withoutRemedy(/does not say which.* 7\.4\d+ in EPSG:25832 .* 13\.4\d+ in EPSG:25833 /),
  },
  {
    from: 'a surveyor',
    what: 'a zone of UTM in a column',
    file: 'survey.csv',
    content: 'Name,Zone,Easting,Northing\nAlder,33U,601936.8,5340383.5\nBirch,33U,612936.8,5341383.5\n',
    fault: /"crs":"EPSG:32633"/,
  },
  {
    from: 'a surveyor',
    what: 'S for the south beside a zone of UTM',
    file: 'andes.csv',
    content: 'Name,UTM Zone,E,N\nAlder,19 S,346936.8,6298383.5\nBirch,19 S,347936.8,6299383.5\n',
    fault: /"crs":"EPSG:32719"/,
  },
  {
    from: 'a surveyor',
    what: 'two zones of UTM',
    file: 'zones.csv',
    content: 'Name,Zone,Easting,Northing\nAlder,32U,601936.8,5340383.5\nBirch,33U,412936.8,5341383.5\n',
    fault: withoutRemedy(/several zones of UTM/),
  },
  {
    from: 'a register of buildings',
    what: 'GKODE and GKODN',
    file: 'buildings.tsv',
    content: 'EGID\tGKODE\tGKODN\tSTRNAME\n81\t2600123.4\t1200456.7\tWeg\n82\t2683123.4\t1248456.7\tGasse\n',
    fault: /"crs":"EPSG:2056"/,
  },
  {
    from: 'a Swedish municipality',
    what: 'N_SWEREF and E_SWEREF',
    file: 'platser.csv',
    content: 'ID;Namn;N_SWEREF;E_SWEREF\n7;Alen;6580010;674010\n8;Björken;6581010;675010\n',
    fault: /"crs":"EPSG:3006"/,
  },
  {
    from: 'a list of buildings',
    what: 'Easting and Northing of Great Britain',
    file: 'listed.csv',
    content: 'ListEntry,Name,Easting,Northing\n71,Old Hall,529168,179782\n72,New Hall,325999,673896\n',
    fault: /^(?=.*"crs":"EPSG:27700")(?!.*"options".*"options")/s,
  },
  {
    from: 'a Czech cadastre',
    what: 'positive numbers of S-JTSK',
    file: 'body.csv',
    content: 'Nazev;X;Y\nJedle;1043823.2;743011.7\nBuk;1044920.7;742302.7\n',
    fault: /"crs":"EPSG:5514","swap":true,"scale":-1/,
  },
  {
    from: 'a sports watch',
    what: 'semicircles',
    file: 'fit.csv',
    content: `timestamp,position_lat,position_long
2024-05-01 00:00:00,495141000,-862230000
2024-05-01 00:00:01,495142000,-862231000
`,
    fault: /semicircles.*"scale":8\.38190317/s,
  },
  {
    from: 'a list of fields',
    what: 'degrees, minutes and seconds in one number without a letter',
    file: 'packed.csv',
    content:
      'ident,name,lat,lon\nKA,Alder,413036,-0721518\nKB,Birch,420009,-0710327\nKC,Cedar,330600,-1511200\n',
    fault: withoutRemedy(/degrees, minutes and seconds without marks/),
  },
  {
    from: 'a list of shops',
    what: 'counts in E and N',
    file: 'counts.csv',
    content: 'name,E,N\nAlder,3,5\nBirch,4,8\n',
    fault: /No field of the file has coordinates/,
  },
];
