import { anything, made, type Shape, slug, tabbed, utf16, windows1252 } from './shape.ts';

/** Files of CSV as people keep them, in many languages, and with the faults of hand-made files. */
export const otherCsvShapes: readonly Shape[] = [
  {
    from: 'a German spreadsheet',
    what: 'semicolons, decimal commas, Windows-1252',
    file: 'Standorte.csv',
    content: windows1252(
      'Nr;Bezeichnung;Straße;Breite;Länge\r\n101;Käserei;Am Weg 1;48,137154;11,576124\r\n102;Mühle;Am Weg 2;50,94;6,96\r\n',
    ),
    records: [
      ['101', 'Käserei', 48.137154, 11.576124],
      ['102', 'Mühle', 50.94, 6.96],
    ],
  },
  {
    from: 'a Russian spreadsheet',
    what: 'Cyrillic names of columns',
    file: 'точки.csv',
    content: `Название;Широта;Долгота;Тип
Парк;55,7299;37,6014;сад
Музей;59,9398;30,3146;дом
`,
    records: [
      [made, 'Парк', 55.7299, 37.6014],
      [made, 'Музей', 59.9398, 30.3146],
    ],
  },
  {
    from: 'Japanese open data',
    what: 'evacuation sites with a byte order mark',
    file: '指定緊急避難場所.csv',
    content: `\ufeff全国地方公共団体コード,ID,名称,名称_カナ,所在地_連結表記,緯度,経度,電話番号,災害種別_洪水
092011,E001,東小学校,ヒガシショウガッコウ,東1-29,36.559259,139.884,,1
092011,E002,西小学校,ニシショウガッコウ,西2-3,36.561,139.871,,
`,
    records: [
      ['E001', '東小学校', 36.559259, 139.884],
      ['E002', '西小学校', 36.561, 139.871],
    ],
  },
  {
    from: 'a Chinese spreadsheet',
    what: 'Unicode text: UTF-16 with tabs',
    file: '景点.txt',
    content: utf16(
      tabbed(
        ['编号', '名称', '纬度', '经度'],
        ['D-009', '北园', '39.9087', '116.3975'],
        ['D-010', '南园', '31.2304', '121.4737'],
      ),
    ),
    records: [
      ['D-009', '北园', 39.9087, 116.3975],
      ['D-010', '南园', 31.2304, 121.4737],
    ],
  },
  {
    from: 'a Spanish spreadsheet',
    what: 'Nombre, Latitud, Longitud and decimal commas',
    file: 'farmacias.csv',
    content: `Nombre;Dirección;Teléfono;Latitud;Longitud
Farmacia Sol;Calle Mayor 1;910000001;40,4168;-3,7038
Farmacia Luna;Calle Menor 2;910000002;40,4212;-3,6921
`,
    records: [
      [slug('farmacia-sol'), 'Farmacia Sol', 40.4168, -3.7038],
      [slug('farmacia-luna'), 'Farmacia Luna', 40.4212, -3.6921],
    ],
  },
  {
    from: 'a Brazilian shop list',
    what: 'codigo_externo, and a tax number that is unique as well',
    file: 'pontos.csv',
    content: `codigo_externo;cnpj;razao_social;fantasia;cidade;cep;latitude;longitude;ativo
PV-01;11222333000181;Loja Um Ltda;Loja Um;Recife;50000-000;-8,05428;-34,8813;sim
PV-02;11222333000262;Loja Dois Ltda;Loja Dois;Olinda;53000-000;-8,00889;-34,8553;sim
`,
    records: [
      ['PV-01', anything, -8.05428, -34.8813],
      ['PV-02', anything, -8.00889, -34.8553],
    ],
  },
  {
    from: 'a French list of addresses',
    what: 'lat and long, postal codes that happen to be unique',
    file: 'bibliotheques.csv',
    content: `nom,adresse,code_postal,ville,lat,long
Bibliothèque du Port,1 quai Nord,33000,Bordeaux,44.8412,-0.5801
Bibliothèque du Parc,2 rue Haute,69001,Lyon,45.7676,4.8344
`,
    records: [
      [/biblioth.*port/i, 'Bibliothèque du Port', 44.8412, -0.5801],
      [/biblioth.*parc/i, 'Bibliothèque du Parc', 45.7676, 4.8344],
    ],
  },
  {
    from: 'a survey',
    what: 'degrees, minutes and seconds in quotes',
    file: 'sites.csv',
    content: `Site;Lat;Lon
Quarry;"48°51'24""N";"2°21'8""E"
Cave;"33°51'30""S";"151°12'36""E"
`,
    records: [
      [slug('quarry'), 'Quarry', 48 + 51 / 60 + 24 / 3600, 2 + 21 / 60 + 8 / 3600],
      [slug('cave'), 'Cave', -(33 + 51 / 60 + 30 / 3600), 151 + 12 / 60 + 36 / 3600],
    ],
    within: 1e-9,
  },
  {
    from: 'a geocacher',
    what: 'hemisphere letters in front, decimal minutes',
    file: 'caches.csv',
    content: `Code,Name,Latitude,Longitude
GC1AAA,By the lake,N 47° 22.650,E 008° 32.500
GC2BBB,On the hill,N 47° 30.000,W 001° 15.300
`,
    records: [
      ['GC1AAA', 'By the lake', 47 + 22.65 / 60, 8 + 32.5 / 60],
      ['GC2BBB', 'On the hill', 47.5, -(1 + 15.3 / 60)],
    ],
    within: 1e-9,
  },
  {
    from: 'a web table',
    what: 'degree signs behind the numbers',
    file: 'volcanoes.csv',
    content: `Volcano,Country,Latitude,Longitude
Nera,Italy,37.748°,14.999°
Bianca,Chile,-39.42°,-71.93°
`,
    records: [
      [slug('nera'), anything, 37.748, 14.999],
      [slug('bianca'), anything, -39.42, -71.93],
    ],
  },
  {
    from: 'a storm track',
    what: 'hemisphere letters behind the numbers',
    file: 'ports.csv',
    content: `port,latitude,longitude
East Port,28.0N,94.8W
Down Port,33.9 S,18.4 E
`,
    records: [
      [slug('east-port'), anything, 28, -94.8],
      [slug('down-port'), anything, -33.9, 18.4],
    ],
  },
  {
    from: 'a phone backup',
    what: 'integers of E7 without saying so',
    file: 'visits.csv',
    content: `id,lat,lon
v1,488583736,22944813
v2,515007325,-1246254
`,
    fault: /E7|1e-?7|scale/i,
  },
  {
    from: 'a form',
    what: 'latitude and longitude exchanged',
    file: 'antennas.csv',
    content: `id,latitude,longitude
s1,151.2093,-33.8688
s2,144.9631,-37.8136
s3,115.8605,-31.9505
`,
    fault: /swap/i,
  },
  {
    from: 'a form',
    what: 'latitude and longitude exchanged, and the option that mends it',
    file: 'antennas.csv',
    content: `id,latitude,longitude
s1,151.2093,-33.8688
s2,144.9631,-37.8136
`,
    options: { swap: true },
    records: [
      ['s1', undefined, -33.8688, 151.2093],
      ['s2', undefined, -37.8136, 144.9631],
    ],
  },
  {
    from: 'a climate model',
    what: 'longitudes from 0 to 360',
    file: 'grid.csv',
    content: `station,lat,lon
KSEX,47.449,237.691
KLAX,33.938,241.611
KJFX,40.639,286.238
`,
    records: [
      ['KSEX', anything, 47.449, 237.691],
      ['KLAX', anything, 33.938, 241.611],
      ['KJFX', anything, 40.639, 286.238],
    ],
  },
  {
    from: 'pandas',
    what: 'a row counter without a name, and a code',
    file: 'frame.csv',
    content: `,code,label,lat,lon
0,QX,Quay,51.9,4.48
1,RX,Rock,51.91,4.5
`,
    records: [
      ['QX', 'Quay', 51.9, 4.48],
      ['RX', 'Rock', 51.91, 4.5],
    ],
  },
  {
    from: 'pandas',
    what: 'identifiers that became floats',
    file: 'floats.csv',
    content: `site_id,name,latitude,longitude
12.0,Quay,51.9,4.48
13.0,Rock,51.91,4.5
`,
    records: [
      [/^12(\.0)?$/, 'Quay', 51.9, 4.48],
      [/^13(\.0)?$/, 'Rock', 51.91, 4.5],
    ],
  },
  {
    from: 'a database',
    what: 'an id that is a category, and a code that is unique',
    file: 'shops.csv',
    content: `id,code,name,latitude,longitude
3,SH-100,Corner shop,52.37,4.89
3,SH-101,Market shop,52.38,4.9
4,SH-102,Corner shop,52.36,4.88
`,
    records: [
      ['SH-100', 'Corner shop', 52.37, 4.89],
      ['SH-101', 'Market shop', 52.38, 4.9],
      ['SH-102', 'Corner shop', 52.36, 4.88],
    ],
  },
  {
    from: 'a spreadsheet',
    what: 'one row twice',
    file: 'twice.csv',
    content: `id,name,latitude,longitude
a,Gate,10.5,20.25
b,Well,10.75,20.5
a,Gate,10.5,20.25
`,
    records: [
      ['a', 'Gate', 10.5, 20.25],
      ['b', 'Well', 10.75, 20.5],
    ],
  },
  {
    from: 'a spreadsheet',
    what: 'names that repeat, and nothing else',
    file: 'kiosks.csv',
    content: `Name,Lat,Lng
Kiosk,-1.2921,36.8219
Kiosk,-1.3,36.83
Stall,-1.31,36.84
`,
    records: [
      [slug('kiosk'), 'Kiosk', -1.2921, 36.8219],
      [slug('kiosk'), 'Kiosk', -1.3, 36.83],
      [slug('stall'), 'Stall', -1.31, 36.84],
    ],
  },
  {
    from: 'a spreadsheet',
    what: 'an identifier that is missing in one row',
    file: 'gaps.csv',
    content: `id,name,latitude,longitude
p1,Pier,54.32,10.14
,Dock,54.33,10.15
p3,Lock,54.34,10.16
`,
    records: [
      [/^(p1|pier)$/, 'Pier', 54.32, 10.14],
      [made, 'Dock', 54.33, 10.15],
      [/^(p3|lock)$/, 'Lock', 54.34, 10.16],
    ],
  },
  {
    from: 'a spreadsheet',
    what: 'the place 0, 0 and empty rows at the end',
    file: 'zero.csv',
    content: `id,name,latitude,longitude
n,Null buoy,0,0
m,Moor,0.5,-0.5
,,,
,,,
`,
    records: [
      ['n', 'Null buoy', 0, 0],
      ['m', 'Moor', 0.5, -0.5],
    ],
  },
  {
    from: 'a crawler',
    what: 'URLs as identifiers',
    file: 'pages.csv',
    content: `url,title,lat,lon
https://example.org/p/1?x=a,First page,60.17,24.94
https://example.org/p/2?x=b,Second page,60.18,24.95
`,
    records: [
      ['https://example.org/p/1?x=a', 'First page', 60.17, 24.94],
      ['https://example.org/p/2?x=b', 'Second page', 60.18, 24.95],
    ],
  },
  {
    from: 'Overpass',
    what: '@id, @lat and @lon',
    file: 'interpreter.csv',
    content: tabbed(
      ['@type', '@id', '@lat', '@lon', 'name', 'amenity'],
      ['node', '30000101', '50.9413', '6.9583', 'Blue Café', 'cafe'],
      ['node', '30000102', '50.9421', '6.9599', '', 'bench'],
    ),
    records: [
      ['30000101', 'Blue Café', 50.9413, 6.9583],
      ['30000102', undefined, 50.9421, 6.9599],
    ],
  },
  {
    from: 'kepler.gl',
    what: 'GeoJSON in a cell',
    file: 'kepler.csv',
    content: `id,name,_geojson
k1,Alpha,"{""type"":""Point"",""coordinates"":[-122.4194,37.7749]}"
k2,Beta,"{""type"":""Point"",""coordinates"":[-118.2437,34.0522]}"
`,
    records: [
      ['k1', 'Alpha', 37.7749, -122.4194],
      ['k2', 'Beta', 34.0522, -118.2437],
    ],
  },
  {
    from: 'a database export',
    what: 'an object of JSON in a cell',
    file: 'venues.csv',
    content: `venue_id,title,position
v-1,Hall,"{""lat"": 59.3293, ""lng"": 18.0686}"
v-2,Stage,"{""lat"": 59.3326, ""lng"": 18.0649}"
`,
    records: [
      ['v-1', 'Hall', 59.3293, 18.0686],
      ['v-2', 'Stage', 59.3326, 18.0649],
    ],
  },
  {
    from: 'ExifTool',
    what: 'degrees with "deg", minutes and seconds',
    file: 'photos.csv',
    content: `SourceFile,CreateDate,GPSLatitude,GPSLongitude,GPSAltitude
./a/IMG_1.jpg,2024:05:01 10:00:00,"48 deg 51' 24.00"" N","2 deg 21' 8.00"" E",35 m Above Sea Level
./a/IMG_2.jpg,2024:05:01 10:05:00,"33 deg 51' 30.00"" S","70 deg 40' 12.00"" W",520 m Above Sea Level
`,
    records: [
      ['./a/IMG_1.jpg', undefined, 48 + 51 / 60 + 24 / 3600, 2 + 21 / 60 + 8 / 3600],
      ['./a/IMG_2.jpg', undefined, -(33 + 51 / 60 + 30 / 3600), -(70 + 40 / 60 + 12 / 3600)],
    ],
    within: 1e-9,
  },
  {
    from: 'a laboratory',
    what: 'the reference system in the names of the columns',
    file: 'wells.csv',
    content: `Station ID,Station Name,Latitude (WGS84),Longitude (WGS84),Depth (m)
W-1,Deep well,46.2044,6.1432,120
W-2,Flat well,46.5197,6.6323,15
`,
    records: [
      ['W-1', 'Deep well', 46.2044, 6.1432],
      ['W-2', 'Flat well', 46.5197, 6.6323],
    ],
  },
  {
    from: 'ECA&D',
    what: 'text before the header, padded cells, degrees with colons',
    file: 'stations.txt',
    content: `EUROPEAN CLIMATE FILE, made for tests
Please refer to the makers

FILE FORMAT (MISSING VALUE CODE = -9999):

STAID,STANAME                                 ,CN,      LAT,      LON,HGHT
    1,VAEXBY                                  ,SE,+56:52:00,+014:48:00, 166
    2,FALBY                                   ,SE,+60:37:12,-015:37:12, 160
`,
    records: [
      ['1', 'VAEXBY', 56 + 52 / 60, 14.8],
      ['2', 'FALBY', 60.62, -15.62],
    ],
    within: 1e-9,
  },
  {
    from: 'ERDDAP',
    what: 'a row of units below the header',
    file: 'buoys.csv',
    content: `station,latitude,longitude,wtmp
,degrees_north,degrees_east,degree_C
41001,34.7,-72.7,21.1
41002,31.9,-74.8,23.4
`,
    records: [
      ['41001', undefined, 34.7, -72.7],
      ['41002', undefined, 31.9, -74.8],
    ],
    refused: 1,
  },
  {
    from: 'a batch program',
    what: 'vertical bars between the fields',
    file: 'medical.txt',
    content: `id|type|lon|lat|name
m1|pharmacy|7.3213|53.2378|Becks
m2|hospital|7.2345|53.3442|St. Johns
`,
    records: [
      ['m1', 'Becks', 53.2378, 7.3213],
      ['m2', 'St. Johns', 53.3442, 7.2345],
    ],
  },
  {
    from: 'a batch program',
    what: 'a line sep=; in front',
    file: 'sep.csv',
    content: `sep=;
Kennung;Name;Breitengrad;Längengrad
A1;Alm;47,42;10,98
A2;Berg;47,55;11,02
`,
    records: [
      ['A1', 'Alm', 47.42, 10.98],
      ['A2', 'Berg', 47.55, 11.02],
    ],
  },
  {
    from: 'a scraper',
    what: 'spaces around the names of columns and the values',
    file: 'sightings.csv',
    content: `datetime, city, shape, latitude , longitude 
10/10/1999 20:30, san marco, cylinder, 29.8830556, -97.9411111
10/10/2001 21:00, lackie, light, 29.38421, -98.581082
`,
    records: [
      [made, anything, 29.8830556, -97.9411111],
      [made, anything, 29.38421, -98.581082],
    ],
  },
  {
    from: 'a list of health facilities',
    what: '"Facility name", Lat and Long',
    file: 'facilities.csv',
    content: `Country,Admin1,Facility name,Facility type,Ownership,Lat,Long,LL source
Angola,Bengo,Hospital Alto,Hospital,MoH,-7.822,13.058,GPS
Angola,Bengo,Centro Baixo,Health Centre,MoH,-7.9,13.1,Google
`,
    records: [
      [slug('hospital-alto'), 'Hospital Alto', -7.822, 13.058],
      [slug('centro-baixo'), 'Centro Baixo', -7.9, 13.1],
    ],
  },
  {
    from: 'Foursquare',
    what: 'fsq_place_id',
    file: 'places.csv',
    content: `fsq_place_id,name,latitude,longitude,address,locality,country
4b0588adf964a52070dd22e3,Tea House,41.38,2.17,Carrer Nou 3,Barcelona,ES
4b0588adf964a52070dd22e4,Bread House,41.39,2.18,Carrer Vell 4,Barcelona,ES
`,
    records: [
      ['4b0588adf964a52070dd22e3', 'Tea House', 41.38, 2.17],
      ['4b0588adf964a52070dd22e4', 'Bread House', 41.39, 2.18],
    ],
  },
  {
    from: 'WiGLE',
    what: 'a line about the phone before the header',
    file: 'WigleWifi_20240501.csv',
    content: `WigleWifi-1.6,appRelease=2.90,model=Phone 1,release=14,device=ph1,display=X,board=b,brand=Acme
MAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,AccuracyMeters,Type
02:00:00:00:00:01,home net,[WPA2],2024-05-01 10:00:00,6,-60,37.7601,-122.4201,12.3,5,WIFI
02:00:00:00:00:02,home net,[WPA2],2024-05-01 10:00:01,11,-71,37.7602,-122.4203,12.3,5,WIFI
`,
    records: [
      ['02:00:00:00:00:01', anything, 37.7601, -122.4201],
      ['02:00:00:00:00:02', anything, 37.7602, -122.4203],
    ],
  },
  {
    from: 'AIS',
    what: 'ships that repeat at other places',
    file: 'AIS_2024_01_01.csv',
    content: `MMSI,BaseDateTime,LAT,LON,SOG,COG,VesselName
367000001,2024-01-01T00:00:00,29.1,-90.2,0.1,175.7,TUG ONE
367000001,2024-01-01T00:05:00,29.11,-90.21,5.2,181.0,TUG ONE
367000002,2024-01-01T00:00:00,30.2,-88.1,9.9,10.0,TUG TWO
`,
    records: [
      [made, anything, 29.1, -90.2],
      [made, anything, 29.11, -90.21],
      [made, anything, 30.2, -88.1],
    ],
  },
  {
    from: 'Movebank',
    what: 'names with hyphens, longitude first',
    file: 'storks.csv',
    content: `event-id,visible,timestamp,location-long,location-lat,individual-local-identifier
1418500001,true,2020-06-01 10:00:00.000,9.0123,47.7541,Stork 1
1418500002,true,2020-06-01 11:00:00.000,9.0144,47.7602,Stork 1
`,
    records: [
      ['1418500001', anything, 47.7541, 9.0123],
      ['1418500002', anything, 47.7602, 9.0144],
    ],
  },
  {
    from: 'iNaturalist',
    what: 'id, uuid and url, all unique',
    file: 'observations.csv',
    content: `id,uuid,observed_on,url,latitude,longitude,place_guess,species_guess
171000001,6f9619ff-8b86-d011-b42d-00cf4fc964ff,2023-06-01,https://example.org/o/171000001,51.0543,3.7174,"Gent, BE",Blue Tit
171000002,6f9619ff-8b86-d011-b42d-00cf4fc964fe,2023-06-02,https://example.org/o/171000002,51.0621,3.7301,"Gent, BE",
`,
    records: [
      ['171000001', anything, 51.0543, 3.7174],
      ['171000002', anything, 51.0621, 3.7301],
    ],
  },
  {
    from: 'Airtable',
    what: 'a pair in the column "Coordinates"',
    file: 'Grid view.csv',
    content: `\ufeffName,Status,Coordinates,Attachments
Spot A,Todo,"48.8566, 2.3522",
Spot B,Done,"-33.8688, 151.2093",
`,
    records: [
      [slug('spot-a'), 'Spot A', 48.8566, 2.3522],
      [slug('spot-b'), 'Spot B', -33.8688, 151.2093],
    ],
  },
  {
    from: 'a routing service',
    what: 'a pair with the longitude first, which only the values tell',
    file: 'depots.csv',
    content: `id,coordinates
d1,"151.2093,-33.8688"
d2,"144.9631,-37.8136"
d3,"13.405,52.52"
`,
    records: [
      ['d1', undefined, -33.8688, 151.2093],
      ['d2', undefined, -37.8136, 144.9631],
      ['d3', undefined, 52.52, 13.405],
    ],
  },
  {
    from: 'a routing service',
    what: 'a pair "lonlat" with the longitude first, which only the name tells',
    file: 'lonlat.csv',
    content: `id;name;lonlat
x1;Inn;11.39,47.26
x2;Hut;11.41,47.28
`,
    records: [
      ['x1', 'Inn', 47.26, 11.39],
      ['x2', 'Hut', 47.28, 11.41],
    ],
  },
  {
    from: 'GHCN',
    what: 'columns of fixed width without a header',
    file: 'ghcnd-stations.txt',
    content: `AXW00011604  17.1167  -61.7833   10.1    ST JOHNS FIELD
AXE00041196  25.3330   55.5170   34.0    SHARJA INTER. AIRP
`,
    fault: /./,
  },
];
