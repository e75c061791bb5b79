import { anything, made, type Shape, slug, tabbed, windows1252 } from './shape.ts';

/** Files in which another field than the right one is close at hand. */
export const laterShapes: readonly Shape[] = [
  {
    from: 'OpenTravelData',
    what: 'carets between the fields, a key in the first column',
    file: 'por.csv',
    content: `pk^iata_code^latitude^longitude^city_code^date_from
AAX-A-6947^AAX^-17.352606^-145.509956^AAX^
AAX-C-4034^AAX^-17.41667^-145.5^AAX^
`,
    records: [
      ['AAX-A-6947', undefined, -17.352606, -145.509956],
      ['AAX-C-4034', undefined, -17.41667, -145.5],
    ],
  },
  {
    from: 'a list of distances',
    what: 'codes in a first column that is called Airport',
    file: 'airport_db.txt',
    content: `Airport,Latitude,Longitude
AAX,-17.352606,-145.509956
AAY,-26.75,141
`,
    records: [
      ['AAX', undefined, -17.352606, -145.509956],
      ['AAY', undefined, -26.75, 141],
    ],
  },
  {
    from: 'a list of cities',
    what: 'no header, everything in quotes',
    file: 'cities_table.csv',
    content: `"1";"Farland";"Kabura";"34.5166667";"69.1833344";"1808.0"
"2";"Farland";"Kandara";"31.6100000";"65.6999969";"1015.0"
"3";"Outland";"Hobara";"-42.8833333";"147.3166667";"12.0"
`,
    records: [
      [slug('kabura'), 'Kabura', 34.5166667, 69.1833344],
      [slug('kandara'), 'Kandara', 31.61, 65.6999969],
      [slug('hobara'), 'Hobara', -42.8833333, 147.3166667],
    ],
    notes: /no header/,
  },
  {
    from: 'a list of airports',
    what: 'the name in the column "airport", regions that have the word "name"',
    file: 'iata-icao.csv',
    content: `"country_code","region_name","iata","icao","airport","latitude","longitude"
"AX","Upper Zaby","AAX","OMAX","Al Ana International Airport","24.2617","55.6092"
"AX","Upper Zaby","AUX","OMAY","Abu Dara International Airport","24.433","54.6511"
"AX","Upper Zaby","AYX","","Yas Seaplane Base","24.467","54.6103"
`,
    records: [
      ['AAX', 'Al Ana International Airport', 24.2617, 55.6092],
      ['AUX', 'Abu Dara International Airport', 24.433, 54.6511],
      ['AYX', 'Yas Seaplane Base', 24.467, 54.6103],
    ],
  },
  {
    from: 'a Brazilian list of towns',
    what: 'two codes, of which the first is that of the file',
    file: 'municipios.csv',
    content: `codigo_ibge,nome,latitude,longitude,capital,codigo_uf,siafi_id,ddd
5200050,Abadia,-16.7573,-49.4412,0,52,1050,62
3100104,Dourados,-18.4831,-47.3916,0,31,4001,34
`,
    records: [
      ['5200050', 'Abadia', -16.7573, -49.4412],
      ['3100104', 'Dourados', -18.4831, -47.3916],
    ],
  },
  {
    from: 'a health service',
    what: 'providers that repeat, a description of the region',
    file: 'providers.csv',
    content: `DRG Definition,Provider Id,Provider Name,Provider Zip Code,Hospital Referral Region Description,lat,lon
003 - ECMO,20017,NORTH MEDICAL CENTER,99508,AK - Anchor,61.21,-149.82
004 - TRACH,20017,NORTH MEDICAL CENTER,99508,AK - Anchor,61.21,-149.82
003 - ECMO,20012,SOUTH MEDICAL CENTER,99701,AK - Fair,64.83,-147.74
`,
    records: [
      [made, 'NORTH MEDICAL CENTER', 61.21, -149.82],
      [made, 'NORTH MEDICAL CENTER', 61.21, -149.82],
      [made, 'SOUTH MEDICAL CENTER', 64.83, -147.74],
    ],
  },
  {
    from: 'Eurostat',
    what: 'names in several languages, and a short one besides',
    file: 'countries.csv',
    content: `"codeValue","alternateName","country_group","name@en","name@fr","latitude","longitude"
"ax","AX","eu","Northland","Nordie","47.6965545","13.34598005"
"bx","BX","eu","Southland","Sudie","50.501045","4.47667405"
`,
    records: [
      ['ax', 'Northland', 47.6965545, 13.34598005],
      ['bx', 'Southland', 50.501045, 4.47667405],
    ],
  },
  {
    from: 'Public Data Explorer',
    what: 'states by their codes',
    file: 'states.csv',
    content: `state,latitude,longitude,name
AX,63.588753,-154.493062,Alasia
BX,32.318231,-86.902298,Alabia
`,
    records: [
      ['AX', 'Alasia', 63.588753, -154.493062],
      ['BX', 'Alabia', 32.318231, -86.902298],
    ],
  },
  {
    from: 'a squirrel census',
    what: 'the pair in "Lat/Long" as WKT, an identifier that repeats, a location in words',
    file: 'census.csv',
    content: `X,Y,Unique Squirrel ID,Hectare,Location,Lat/Long
-73.9561344937861,40.7940823884086,37F-PM-14,37F,,POINT (-73.9561344937861 40.7940823884086)
-73.9688574691102,40.7837825208444,37F-PM-14,21B,Above Ground,POINT (-73.9688574691102 40.7837825208444)
-73.9742811484852,40.775533619083,11B-PM-14,11B,Above Ground,POINT (-73.9742811484852 40.775533619083)
`,
    records: [
      [made, undefined, 40.7940823884086, -73.9561344937861],
      [made, anything, 40.7837825208444, -73.9688574691102],
      [made, anything, 40.775533619083, -73.9742811484852],
    ],
  },
  {
    from: 'a list of countries',
    what: 'whole numbers in the pair',
    file: 'countries-flat.csv',
    content: `"name.common","cca2","capital","latlng"
"Arubia","AX","Oranje","12.5,-69.96666666"
"Farland","FX","Kabura","33,65"
"Outland","OX","Luana","-12,18"
`,
    records: [
      [/^(arubia|AX)$/, 'Arubia', 12.5, -69.96666666],
      [/^(farland|FX)$/, 'Farland', 33, 65],
      [/^(outland|OX)$/, 'Outland', -12, 18],
    ],
  },
  {
    from: 'OpenWeather',
    what: 'coord in a list, with a name and a number',
    file: 'weather.json',
    content: `{"message":"accurate","cod":"200","count":2,"list":[
{"id":4337001,"name":"Port Four","coord":{"lat":29.1058,"lon":-90.1945},"main":{"temp":299.63},"weather":[{"id":803,"main":"Clouds"}]},
{"id":4330002,"name":"Leesville","coord":{"lat":29.248,"lon":-90.2076},"main":{"temp":300.2},"weather":[]}]}`,
    records: [
      ['4337001', 'Port Four', 29.1058, -90.1945],
      ['4330002', 'Leesville', 29.248, -90.2076],
    ],
  },
  {
    from: 'a list of capitals',
    what: 'state and city, both unique',
    file: 'us-state-capitals.json',
    content: `[{"lon":-86.3005639,"lat":32.3777298,"state":"Alasia","city":"Monty"},{"lon":-134.4104388,"lat":58.3020694,"state":"Norland","city":"June"}]`,
    records: [
      [slug('monty'), 'Monty', 32.3777298, -86.3005639],
      [slug('june'), 'June', 58.3020694, -134.4104388],
    ],
  },
  {
    from: 'R',
    what: 'numbers of rows without a name',
    file: 'minard.csv',
    content: `"","long","lat","city"
"1",24,55,"Kowna"
"2",25.3,54.7,"Wilda"
`,
    records: [
      [slug('kowna'), 'Kowna', 55, 24],
      [slug('wilda'), 'Wilda', 54.7, 25.3],
    ],
  },
  {
    from: 'R',
    what: 'spaces between fields in quotes',
    file: 'towns.txt',
    content: `"lat" "long" "pop" "name"
51.65 -3.14 10146 "Abercarn-Bridge"
51.72 -3.46 33048 "Aber Dar"
`,
    records: [
      [slug('abercarn-bridge'), 'Abercarn-Bridge', 51.65, -3.14],
      [slug('aber-dar'), 'Aber Dar', 51.72, -3.46],
    ],
  },
  {
    from: 'GPSBabel',
    what: 'degrees and minutes with primes, letters on both sides',
    file: 'human.csv',
    content: `lat,lon,desc
1.234°S,5.678°W,point0
1°14.04′S,5°40.68′W,point1
S1°14′2.4″,W5°40′40.8″,point2
`,
    records: [
      [made, 'point0', -1.234, -5.678],
      [made, 'point1', -1.234, -5.678],
      [made, 'point2', -1.234, -5.678],
    ],
    within: 1e-9,
  },
  {
    from: 'GPSBabel',
    what: 'tabs that repeat behind Lat and Lon',
    file: 'dop.txt',
    content:
      'Index\tLat\t\t\tLon\t\t\tIcon\tName\n0\t48.494151\t\t\t9.209885\t\t\t\tStart\n1\t48.49422\t\t\t9.210672\t\t\t\tEnd\n',
    records: [
      [/^(0|start)$/, 'Start', 48.494151, 9.209885],
      [/^(1|end)$/, 'End', 48.49422, 9.210672],
    ],
  },
  {
    from: 'a geocaching database',
    what: 'numbers of people beside the code of the cache',
    file: 'gc.kml',
    content: `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Placemark><ExtendedData><Data name="gc_num"><value>GC7XA4</value></Data><Data name="gc_name"><value>High points</value></Data><Data name="gc_placer_id"><value>6293</value></Data></ExtendedData><Point><coordinates>-73,46.133333</coordinates></Point></Placemark>
<Placemark><ExtendedData><Data name="gc_num"><value>GCGXA8</value></Data><Data name="gc_name"><value>Low points</value></Data><Data name="gc_placer_id"><value>32733</value></Data></ExtendedData><Point><coordinates>-86.861667,35.921667</coordinates></Point></Placemark>
</Document></kml>`,
    records: [
      ['GC7XA4', 'High points', 46.133333, -73],
      ['GCGXA8', 'Low points', 35.921667, -86.861667],
    ],
  },
  {
    from: 'a city (public art)',
    what: 'names of artists beside the title',
    file: 'art.geojson',
    content: `{"type":"FeatureCollection","features":[
{"geometry":{"type":"Point","coordinates":[-71.116,42.382]},"properties":{"Title":"Glove Cycle","Last_Name":"Ares","Artist_Full_Name":"Mags Ares","Merge_Number":"65-1"},"type":"Feature"},
{"geometry":{"type":"Point","coordinates":[-71.118,42.383]},"properties":{"Title":"Drift","Last_Name":"Holland","Artist_Full_Name":"Bland Holland","Merge_Number":"121-2"},"type":"Feature"}]}`,
    records: [
      ['65-1', 'Glove Cycle', 42.382, -71.116],
      ['121-2', 'Drift', 42.383, -71.118],
    ],
  },
  {
    from: 'GeoServer',
    what: 'the name of the geometry in each Feature',
    file: 'wfs.json',
    content: `{"type":"FeatureCollection","totalFeatures":2,"features":[
{"type":"Feature","id":"PVOGD.fid-52fe0c36","geometry":{"type":"Point","coordinates":[16.3498,48.2501]},"geometry_name":"SHAPE","properties":{"OBJECTID":3558,"PVID":"PV838","ORT":"Dach Nord"}},
{"type":"Feature","id":"PVOGD.fid-52fe0c37","geometry":{"type":"Point","coordinates":[16.3146,48.157]},"geometry_name":"SHAPE","properties":{"OBJECTID":3559,"PVID":"PV839","ORT":"Dach Ost"}}],"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4326"}}}`,
    records: [
      ['PVOGD.fid-52fe0c36', anything, 48.2501, 16.3498],
      ['PVOGD.fid-52fe0c37', anything, 48.157, 16.3146],
    ],
  },
  {
    from: 'Natural Earth',
    what: 'name, nameascii and meganame',
    file: 'populated_places.geojson',
    content: `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"scalerank":8,"meganame":null,"name":"Vatia","nameascii":"Vatia","latitude":41.9,"longitude":12.45},"geometry":{"type":"Point","coordinates":[12.4533,41.9032]}},
{"type":"Feature","properties":{"scalerank":7,"meganame":"Lobo","name":"Lobamba","nameascii":"Lobamba","latitude":-26.4,"longitude":31.2},"geometry":{"type":"Point","coordinates":[31.2,-26.4667]}}]}`,
    records: [
      [slug('vatia'), 'Vatia', 41.9032, 12.4533],
      [slug('lobamba'), 'Lobamba', -26.4667, 31.2],
    ],
  },
  {
    from: 'a volcano database',
    what: 'Windows-1252, numbers with a hyphen',
    file: 'volcanoes.csv',
    content: windows1252(`Number,Volcano Name,Country,Latitude,Longitude,Elev
0803-001,Abé,Farland,34.5,131.6,571
1505-096,Acamä,Outland,-23.3,-67.62,6046
`),
    records: [
      ['0803-001', 'Abé', 34.5, 131.6],
      ['1505-096', 'Acamä', -23.3, -67.62],
    ],
  },
  {
    from: 'a list of shops',
    what: 'storenum, and addresses in capitals',
    file: 'stores.csv',
    content: `storenum,OPENDATE,STREETADDR,STRCITY,STRSTATE,ZIPCODE,LAT,LON
1,7/1/62,2110 WEST ROAD,Roger,AR,72756,36.342235,-94.07141
2,8/1/64,1417 HWY 62,Harris,AR,72601,36.236984,-93.09345
`,
    records: [
      ['1', anything, 36.342235, -94.07141],
      ['2', anything, 36.236984, -93.09345],
    ],
  },
  {
    from: 'a list of ZIP codes',
    what: 'ZIP codes as identifiers if nothing else is unique',
    file: 'zipcodes.csv',
    content: `zip_code,latitude,longitude,city,state,county
00501,40.922326,-72.637078,Holt,NY,Suffolk
00544,40.922326,-72.637078,Holt,NY,Suffolk
00601,18.165273,-66.722583,Adja,PR,Adja
`,
    records: [
      ['00501', anything, 40.922326, -72.637078],
      ['00544', anything, 40.922326, -72.637078],
      ['00601', anything, 18.165273, -66.722583],
    ],
  },
  {
    from: 'an energy database',
    what: 'GeoJSON and hexadecimal geometries in cells, the name under "central"',
    file: 'power_plants.csv',
    content: `central,empresa,potencia,fuente,geom,geojson
AES-PARA,AES SA,845,CAM,0101000020E61000004ED1915CFE155EC0,"{""type"":""Point"",""coordinates"":[-60.171795,-33.354922]}"
SAN NICO,AES SA,675,CAM,0101000020E61000004ED1915CFE155EC1,"{""type"":""Point"",""coordinates"":[-60.172865,-33.356181]}"
`,
    records: [
      [made, anything, -33.354922, -60.171795],
      [made, anything, -33.356181, -60.172865],
    ],
  },
  {
    from: 'Overpass',
    what: 'house numbers without identifiers',
    file: 'houseNumbers.csv',
    content: tabbed(
      ['@lat', '@lon', 'addr:housenumber'],
      ['45.4478739', '-73.8159071', '395'],
      ['45.4934981', '-73.6204077', '3755;3791'],
    ),
    records: [
      [made, anything, 45.4478739, -73.8159071],
      [made, anything, 45.4934981, -73.6204077],
    ],
  },
  {
    from: 'a home page',
    what: 'routes between homes and journeys',
    file: 'connections.csv',
    content: `"homename","homecountry","homelat","homelon","travelcountry","travellat","travellon"
"Someone in La La","Farland",33.9300302,-118.2809933,"Farland",33.8872549,-118.4119125
"Someone in La La","Farland",33.9300302,-118.2809933,"Outland",34.1,-117.2
`,
    records: [
      [made, anything, 33.9300302, -118.2809933],
      [made, anything, 33.9300302, -118.2809933],
    ],
  },
];
