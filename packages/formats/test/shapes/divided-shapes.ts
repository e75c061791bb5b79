import { anything, made, type Shape, slug } from './shape.ts';

/** Files in which several fields make one coordinate, or several pairs one place. */
export const dividedShapes: readonly Shape[] = [
  {
    from: 'a list of sites',
    what: 'degrees, minutes and seconds in fields of their own, signed degrees, a negative zero',
    file: 'sites.csv',
    content: `SITE,SITE_NAME,LAT_DEG,LAT_MIN,LAT_SEC,LONG_DEG,LONG_MIN,LONG_SEC
A7,North Quay,41,30,36,-72,15,18
A8,Null Mill,-0,45,,0,6,9
`,
    records: [
      ['A7', 'North Quay', 41.51, -72.255],
      ['A8', 'Null Mill', -0.75, 0.1025],
    ],
    within: 1e-9,
  },
  {
    from: 'a list of masts',
    what: 'hemispheres beside divided degrees, minutes that are missing or too large',
    file: 'masts.csv',
    content: `reg,town,lat_degrees,lat_minutes,lat_seconds,lat_dir,lon_degrees,lon_minutes,lon_seconds,lon_dir
71,Alder,41,30,36,N,72,15,18,W
72,Birch,33,6,0,S,151,12,0,E
73,Cedar,41,,36,N,72,15,18,W
74,Dogwood,41,30,36,N,72,75,18,W
75,Elm,41,30,36,,72,15,18,W
76,Fir,41,30,36,N,72,15,18,W
77,Gum,41,30,36,N,72,15,18,W
`,
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Birch', -33.1, 151.2],
      [made, 'Fir', 41.51, -72.255],
      [made, 'Gum', 41.51, -72.255],
    ],
    refused: 3,
    within: 1e-9,
  },
  {
    from: 'a list of towns',
    what: 'LatD, LatM, NS, as an old table has them',
    file: 'towns.csv',
    content: `"LatD", "LatM", "LatS", "NS", "LonD", "LonM", "LonS", "EW", "City", "State"
   41,   30,   36, "N",     72,   15,   18, "W", "Alder", AX
   42,   0,   9, "N",     71,   3,   27, "W", "Birch", BX
`,
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Birch', 42.0025, -71.0575],
    ],
    within: 1e-9,
  },
  {
    from: 'a register of airfields',
    what: 'decimals beside divided degrees',
    file: 'fields.csv',
    content: `FIELD_ID,FIELD_NAME,LAT_DEG,LAT_MIN,LAT_SEC,LAT_HEMIS,LAT_DECIMAL,LONG_DEG,LONG_MIN,LONG_SEC,LONG_HEMIS,LONG_DECIMAL
7A,Alder Field,41,30,36,"N",41.51000001,72,15,18,"W",-72.25500001
8B,Birch Field,42,0,9,"N",42.00250001,71,3,27,"W",-71.05750001
`,
    records: [
      ['7A', 'Alder Field', 41.51000001, -72.25500001],
      ['8B', 'Birch Field', 42.00250001, -71.05750001],
    ],
  },
  {
    from: 'a list of stations',
    what: 'decimal minutes, the directions with their words reversed',
    file: 'stations.csv',
    content: `Station,Latitude_deg,Latitude_min,Longitude_deg,Longitude_min,Direction_lat,Direction_lon
Alder,41,30.6,72,15.3,N,W
Birch,42,0.15,71,3.45,N,W
`,
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Birch', 42.0025, -71.0575],
    ],
    within: 1e-9,
  },
  {
    from: 'a service',
    what: 'divided degrees in nested members',
    file: 'divided.json',
    content: `[{"name":"Alder","latitude":{"degrees":41,"minutes":30,"seconds":36,"dir":"N"},"longitude":{"degrees":72,"minutes":15,"seconds":18,"dir":"W"}},
{"name":"Birch","latitude":{"degrees":33,"minutes":6,"seconds":0,"dir":"S"},"longitude":{"degrees":151,"minutes":12,"seconds":0,"dir":"E"}}]`,
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Birch', -33.1, 151.2],
    ],
    within: 1e-9,
  },
  {
    from: 'a hand-made table',
    what: 'minutes of the latitude alone',
    file: 'half.csv',
    content: 'name,LAT_DEG,LAT_MIN,LONG_DEG\nAlder,41,30,-72\nBirch,42,0,-71\n',
    fault: /No field of the file has coordinates/,
  },
  {
    from: 'a hand-made table',
    what: 'divided degrees beside a longitude in decimals',
    file: 'mixed.csv',
    content: 'name,LAT_DEG,LAT_MIN,LONG_DECIMAL\nAlder,41,30,-72.25\nBirch,42,0,-71.05\n',
    fault: /No field of the file has coordinates/,
  },
  {
    from: 'a geocoder',
    what: 'lat_min and lat_max of a box, whole degrees',
    file: 'boxes.csv',
    content: `name,lat,lon,lat_min,lat_max,lon_min,lon_max
Alder,41,-72,40,42,-73,-71
Birch,33,151,32,34,150,152
`,
    records: [
      [made, 'Alder', 41, -72],
      [made, 'Birch', 33, 151],
    ],
  },
  {
    from: 'a spreadsheet',
    what: 'N/S and E/W behind the numbers',
    file: 'ns.csv',
    content: `Name,Latitude,N/S,Longitude,E/W
Alder,41.51,N,72.255,W
Birch,33.1,S,151.2,E
`,
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Birch', -33.1, 151.2],
    ],
  },
  {
    from: 'a spreadsheet',
    what: 'hemispheres in words in front of the numbers, columns of one name',
    file: 'words.csv',
    content: `Name,Direction,Lat,Direction,Lon
Alder,North,41.51,West,72.255
Birch,South,33.1,East,151.2
`,
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Birch', -33.1, 151.2],
    ],
  },
  {
    from: 'a spreadsheet',
    what: 'one column for the hemisphere',
    file: 'west.csv',
    content: `Name,Latitude,Longitude,Hemisphere
Alder,41.51,72.255,W
Birch,42.0025,71.0575,W
`,
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Birch', 42.0025, -71.0575],
    ],
  },
  {
    from: 'a spreadsheet',
    what: 'hemispheres that are missing in a row',
    file: 'gaps.csv',
    content: `Name,Latitude,NS,Longitude,EW
Alder,41.51,N,72.255,W
Birch,33.1,?,151.2,E
Cedar,42.0025,N,71.0575,W
`,
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Cedar', 42.0025, -71.0575],
    ],
    refused: 1,
  },
  {
    from: 'a bus company',
    what: 'the direction of travel, which is no hemisphere',
    file: 'bus.csv',
    content: `stop_id,stop_name,stop_lat,stop_lon,direction
1,Alder,41.51,72.255,W
2,Birch,42.0025,71.0575,W
`,
    records: [
      ['1', 'Alder', 41.51, 72.255],
      ['2', 'Birch', 42.0025, 71.0575],
    ],
  },
  {
    from: 'ExifTool',
    what: 'references of the hemisphere as a table',
    file: 'photos.csv',
    content: `SourceFile,GPSLatitudeRef,GPSLatitude,GPSLongitudeRef,GPSLongitude
./1.jpg,N,41.51,W,72.255
./2.jpg,S,33.1,E,151.2
`,
    records: [
      ['./1.jpg', anything, 41.51, -72.255],
      ['./2.jpg', anything, -33.1, 151.2],
    ],
  },
  {
    from: 'ExifTool',
    what: 'groups, of which only Composite has signs',
    file: 'photos.json',
    content: `[{"SourceFile":"1.jpg","EXIF:GPSLatitudeRef":"N","EXIF:GPSLatitude":41.51,"EXIF:GPSLongitudeRef":"W","EXIF:GPSLongitude":72.255,"Composite:GPSLatitude":41.51,"Composite:GPSLongitude":-72.255},
{"SourceFile":"2.jpg","EXIF:GPSLatitudeRef":"S","EXIF:GPSLatitude":33.1,"EXIF:GPSLongitudeRef":"E","EXIF:GPSLongitude":151.2,"Composite:GPSLatitude":-33.1,"Composite:GPSLongitude":151.2}]`,
    records: [
      ['1.jpg', anything, 41.51, -72.255],
      ['2.jpg', anything, -33.1, 151.2],
    ],
  },
  {
    from: 'a receiver',
    what: 'degrees and minutes in one number (NMEA 0183)',
    file: 'log.csv',
    content: `time,lat,NS,lon,EW,name
120000,4130.6000,N,07215.3000,W,Alder
120001,0006.0000,S,15112.0000,E,Birch
`,
    records: [
      [made, 'Alder', 41.51, -72.255],
      [made, 'Birch', -0.1, 151.2],
    ],
    within: 1e-9,
  },
  {
    from: 'a gliding program',
    what: 'degrees and minutes with a letter, without marks',
    file: 'points.cup',
    content: `name,code,country,lat,lon,elev,style
"Alder","ALD",AX,4130.600N,07215.300W,100.0m,2
"Birch","BIR",BX,3306.000S,15112.000E,101.0m,2
`,
    records: [
      ['ALD', 'Alder', 41.51, -72.255],
      ['BIR', 'Birch', -33.1, 151.2],
    ],
    within: 1e-9,
  },
  {
    from: 'an aeronautical publication',
    what: 'degrees, minutes and seconds with a letter, without marks',
    file: 'aip.csv',
    content: `ident,name,lat,lon
KA,Alder,413036N,0721518W
KB,Birch,330600.5S,1511200E
`,
    records: [
      ['KA', 'Alder', 41.51, -72.255],
      ['KB', 'Birch', -33.100138889, 151.2],
    ],
    within: 1e-9,
  },
  {
    from: 'an observation network',
    what: 'rounded coordinates in front of the exact ones',
    file: 'rounded.csv',
    content: `id,name,lat_rounded,lon_rounded,lat_exact,lon_exact
1,Alder,42,-72,41.51,-72.255
2,Birch,42,-71,42.0025,-71.0575
`,
    records: [
      ['1', 'Alder', 41.51, -72.255],
      ['2', 'Birch', 42.0025, -71.0575],
    ],
  },
  {
    from: 'a database of species',
    what: 'two pairs of names as good as each other, the second with more digits',
    file: 'species.csv',
    content: `id,name,Latitude,Longitude,lat,lon
1,Alder,41.5,-72.3,41.51234,-72.25555
2,Birch,42.0,-71.1,42.00251,-71.05751
`,
    records: [
      ['1', 'Alder', 41.51234, -72.25555],
      ['2', 'Birch', 42.00251, -71.05751],
    ],
  },
  {
    from: 'a Spanish spreadsheet',
    what: 'O for oeste',
    file: 'puntos.csv',
    content: 'Nombre;Latitud;Longitud\nAliso;41.51 N;2.255 O\nPino;42º 0\' 9" N;3º 3\' 27" O\n',
    records: [
      [slug('aliso'), 'Aliso', 41.51, -2.255],
      [slug('pino'), 'Pino', 42.0025, -3.0575],
    ],
    within: 1e-9,
  },
  {
    from: 'a French spreadsheet',
    what: 'O for ouest beside E',
    file: 'lieux.csv',
    content: 'Nom,Latitude,Longitude\nAulne,47.51 N,1.255 O\nPin,48.0025 N,3.0575 E\n',
    records: [
      [made, 'Aulne', 47.51, -1.255],
      [made, 'Pin', 48.0025, 3.0575],
    ],
  },
  {
    from: 'a German spreadsheet',
    what: 'O for Ost',
    file: 'orte.csv',
    content: 'Name;Breite;Länge\nErle;47.51° N;11.255° O\nKiefer;48.0025° N;13.0575° O\n',
    records: [
      [made, 'Erle', 47.51, 11.255],
      [made, 'Kiefer', 48.0025, 13.0575],
    ],
  },
  {
    from: 'a spreadsheet',
    what: 'O that may be east or west',
    file: 'unclear.csv',
    content: 'Name,Latitude,Longitude\nA,47.51 N,1.255 O\nB,48.0025 N,3.0575 O\n',
    fault: /O .*east or west/,
  },
];
