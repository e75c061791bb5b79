import { anything, made, type Shape } from './shape.ts';

/** Answers of services and exports of databases, as JSON. */
export const jsonShapes: readonly Shape[] = [
  {
    from: 'Overpass',
    what: 'nodes, and ways with a center',
    file: 'overpass.json',
    content: `{"version":0.6,"generator":"Overpass API","osm3s":{"timestamp_osm_base":"2024-05-01T00:00:00Z"},"elements":[
{"type":"node","id":30000101,"lat":50.9413,"lon":6.9583,"tags":{"name":"Blue Café","amenity":"cafe"}},
{"type":"way","id":2000201,"center":{"lat":50.945,"lon":6.96},"nodes":[1,2,3],"tags":{"name":"Old Hall"}}
]}`,
    records: [
      [/30000101$/, 'Blue Café', 50.9413, 6.9583],
      [/2000201$/, 'Old Hall', 50.945, 6.96],
    ],
    notes: /center/,
  },
  {
    from: 'Google Places',
    what: 'geometry.location in results',
    file: 'nearby.json',
    content: `{"html_attributions":[],"results":[
{"geometry":{"location":{"lat":-33.8688,"lng":151.2093},"viewport":{"northeast":{"lat":-33.86,"lng":151.21},"southwest":{"lat":-33.87,"lng":151.2}}},"name":"Cruise Bar","place_id":"ChIJ01","types":["bar","point_of_interest"]},
{"geometry":{"location":{"lat":-33.87,"lng":151.2}},"name":"Harbour Inn","place_id":"ChIJ02","types":["bar"]}
],"status":"OK"}`,
    records: [
      ['ChIJ01', 'Cruise Bar', -33.8688, 151.2093],
      ['ChIJ02', 'Harbour Inn', -33.87, 151.2],
    ],
  },
  {
    from: 'Nominatim',
    what: 'numbers as strings, a bounding box besides',
    file: 'search.json',
    content: `[{"place_id":99000001,"licence":"ODbL","osm_type":"node","osm_id":5001,"boundingbox":["48.8","48.9","2.2","2.4"],"lat":"48.8588897","lon":"2.3200410","display_name":"Rue A, Ville","class":"place"},
{"place_id":99000002,"licence":"ODbL","osm_type":"node","osm_id":5002,"boundingbox":["48.8","48.9","2.2","2.4"],"lat":"48.86","lon":"2.33","display_name":"Rue B, Ville","class":"place"}]`,
    records: [
      [/^(99000001|5001)$/, 'Rue A, Ville', 48.8588897, 2.320041],
      [/^(99000002|5002)$/, 'Rue B, Ville', 48.86, 2.33],
    ],
  },
  {
    from: 'GBFS',
    what: 'stations in data',
    file: 'station_information.json',
    content: `{"last_updated":1714550400,"ttl":60,"version":"2.3","data":{"stations":[
{"station_id":"a-1","name":"North Quay","short_name":"1","lat":40.7,"lon":-74.01,"capacity":20,"rental_methods":["KEY"]},
{"station_id":"a-2","name":"South Quay","short_name":"2","lat":40.69,"lon":-74.02,"capacity":12}
]}}`,
    records: [
      ['a-1', 'North Quay', 40.7, -74.01],
      ['a-2', 'South Quay', 40.69, -74.02],
    ],
  },
  {
    from: 'Seoul Bike',
    what: 'rows in an object, numbers as strings',
    file: 'bikeList.json',
    content: `{"rentBikeStatus":{"list_total_count":2,"RESULT":{"CODE":"INFO-000","MESSAGE":"ok"},"row":[
{"rackTotCnt":"15","stationName":"102. Station A","parkingBikeTotCnt":"10","stationLatitude":"37.55564","stationLongitude":"126.91062","stationId":"ST-4"},
{"rackTotCnt":"14","stationName":"103. Station B","parkingBikeTotCnt":"3","stationLatitude":"37.55495","stationLongitude":"126.91083","stationId":"ST-5"}
]}}`,
    records: [
      ['ST-4', '102. Station A', 37.55564, 126.91062],
      ['ST-5', '103. Station B', 37.55495, 126.91083],
    ],
  },
  {
    from: 'Open Charge Map',
    what: 'coordinates and titles one level down',
    file: 'poi.json',
    content: `[{"ID":301,"UUID":"U-1","OperatorInfo":{"ID":3,"Title":"Volta"},"AddressInfo":{"ID":901,"Title":"Town Hall","Town":"Ulm","Latitude":48.4,"Longitude":9.98},"Connections":[{"ID":1}]},
{"ID":302,"UUID":"U-2","OperatorInfo":{"ID":3,"Title":"Volta"},"AddressInfo":{"ID":902,"Title":"Park","Town":"Ulm","Latitude":48.41,"Longitude":9.99},"Connections":[]}]`,
    records: [
      ['301', 'Town Hall', 48.4, 9.98],
      ['302', 'Park', 48.41, 9.99],
    ],
  },
  {
    from: 'Wikidata (SPARQL results)',
    what: 'types and values in bindings, WKT with the longitude first',
    file: 'sparql.json',
    content: `{"head":{"vars":["item","itemLabel","coord"]},"results":{"bindings":[
{"item":{"type":"uri","value":"http://example.org/entity/Q900001"},"coord":{"datatype":"http://www.opengis.net/ont/geosparql#wktLiteral","type":"literal","value":"Point(-0.1246 51.5007)"},"itemLabel":{"xml:lang":"en","type":"literal","value":"Clock Tower"}},
{"item":{"type":"uri","value":"http://example.org/entity/Q900002"},"coord":{"datatype":"http://www.opengis.net/ont/geosparql#wktLiteral","type":"literal","value":"Point(2.2945 48.8582)"},"itemLabel":{"xml:lang":"en","type":"literal","value":"Iron Tower"}}
]}}`,
    records: [
      ['http://example.org/entity/Q900001', 'Clock Tower', 51.5007, -0.1246],
      ['http://example.org/entity/Q900002', 'Iron Tower', 48.8582, 2.2945],
    ],
  },
  {
    from: 'Wikidata (download)',
    what: 'WKT in the member coord',
    file: 'query.json',
    content: `[{"item":"http://example.org/entity/Q900001","itemLabel":"Clock Tower","coord":"Point(-0.1246 51.5007)"},{"item":"http://example.org/entity/Q900002","itemLabel":"Iron Tower","coord":"Point(2.2945 48.8582)"}]`,
    records: [
      ['http://example.org/entity/Q900001', 'Clock Tower', 51.5007, -0.1246],
      ['http://example.org/entity/Q900002', 'Iron Tower', 48.8582, 2.2945],
    ],
  },
  {
    from: 'ArcGIS REST',
    what: 'attributes beside a geometry with x and y in degrees',
    file: 'query.json',
    content: `{"displayFieldName":"NAME","geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326,"latestWkid":4326},"fields":[{"name":"OBJECTID","type":"esriFieldTypeOID","alias":"OBJECTID"}],"features":[
{"attributes":{"OBJECTID":11,"NAME":"Pump A"},"geometry":{"x":-95.37,"y":29.76}},
{"attributes":{"OBJECTID":12,"NAME":"Pump B"},"geometry":{"x":-95.38,"y":29.77}}
]}`,
    records: [
      ['11', 'Pump A', 29.76, -95.37],
      ['12', 'Pump B', 29.77, -95.38],
    ],
  },
  {
    from: 'Opendatasoft (Explore 2.1)',
    what: 'results with geo_point_2d',
    file: 'records.json',
    content: `{"total_count":2,"results":[
{"ident":"P1","nom":"Gambette","etat":"CONNECTEE","nbvelos":5,"geo_point_2d":{"lon":-0.5805,"lat":44.8404}},
{"ident":"P2","nom":"Meriade","etat":"CONNECTEE","nbvelos":0,"geo_point_2d":{"lon":-0.5834,"lat":44.838}}
]}`,
    records: [
      ['P1', 'Gambette', 44.8404, -0.5805],
      ['P2', 'Meriade', 44.838, -0.5834],
    ],
  },
  {
    from: 'Opendatasoft (1.0)',
    what: 'fields in records, a pair with the latitude first beside a GeoJSON point',
    file: 'search.json',
    content: `{"nhits":2,"parameters":{"dataset":"d"},"records":[
{"datasetid":"d","recordid":"aa01","fields":{"nom":"Gambette","geo_point_2d":[44.8404,-0.5805]},"geometry":{"type":"Point","coordinates":[-0.5805,44.8404]},"record_timestamp":"2024-05-01T00:00:00Z"},
{"datasetid":"d","recordid":"aa02","fields":{"nom":"Meriade","geo_point_2d":[44.838,-0.5834]},"geometry":{"type":"Point","coordinates":[-0.5834,44.838]},"record_timestamp":"2024-05-01T00:00:00Z"}
]}`,
    records: [
      ['aa01', 'Gambette', 44.8404, -0.5805],
      ['aa02', 'Meriade', 44.838, -0.5834],
    ],
  },
  {
    from: 'Yelp',
    what: 'a line for each business',
    file: 'business.json',
    content: `{"business_id":"b-0001","name":"Abby Law","address":"1 Chapala St","city":"Santa B","postal_code":"93101","latitude":34.4266787,"longitude":-119.7111968,"stars":5.0,"attributes":{"ByAppointmentOnly":"True"},"hours":null}
{"business_id":"b-0002","name":"Ship Shop","address":"87 Grass","city":"Aff","postal_code":"63123","latitude":38.551126,"longitude":-90.335695,"stars":3.0,"attributes":null,"hours":{"Monday":"0:0-0:0"}}
`,
    records: [
      ['b-0001', 'Abby Law', 34.4266787, -119.7111968],
      ['b-0002', 'Ship Shop', 38.551126, -90.335695],
    ],
  },
  {
    from: 'Foursquare',
    what: 'geocodes.main, categories in an array',
    file: 'search.json',
    content: `{"results":[
{"fsq_id":"f001","categories":[{"id":13065,"name":"Restaurant"}],"distance":10,"geocodes":{"main":{"latitude":41.38,"longitude":2.17},"roof":{"latitude":41.381,"longitude":2.171}},"location":{"country":"ES"},"name":"Sea Table"},
{"fsq_id":"f002","categories":[],"distance":20,"geocodes":{"main":{"latitude":41.39,"longitude":2.18}},"location":{"country":"ES"},"name":"Hill Table"}
],"context":{"geo_bounds":{"circle":{"center":{"latitude":41.3,"longitude":2.1},"radius":1000}}}}`,
    records: [
      ['f001', 'Sea Table', 41.38, 2.17],
      ['f002', 'Hill Table', 41.39, 2.18],
    ],
  },
  {
    from: 'a list of airports',
    what: 'an object of objects',
    file: 'airports.json',
    content: `{"00AX":{"icao":"00AX","iata":"","name":"Low Field","city":"Anchor","lat":59.947733,"lon":-151.692524,"tz":"America/Anchorage"},
"00BX":{"icao":"00BX","iata":"","name":"High Field","city":"Bens","lat":40.07,"lon":-74.93,"tz":"America/New_York"}}`,
    records: [
      ['00AX', 'Low Field', 59.947733, -151.692524],
      ['00BX', 'High Field', 40.07, -74.93],
    ],
  },
  {
    from: 'Elasticsearch',
    what: 'hits with _source',
    file: 'hits.json',
    content: `{"took":3,"timed_out":false,"hits":{"total":{"value":2,"relation":"eq"},"hits":[
{"_index":"poi","_id":"e1","_score":1.0,"_source":{"title":"Fort","location":{"lat":43.29,"lon":5.36}}},
{"_index":"poi","_id":"e2","_score":1.0,"_source":{"title":"Dome","location":{"lat":43.3,"lon":5.37}}}
]}}`,
    records: [
      ['e1', 'Fort', 43.29, 5.36],
      ['e2', 'Dome', 43.3, 5.37],
    ],
  },
  {
    from: 'mongoexport',
    what: 'a line for each document, with types of BSON',
    file: 'stations.json',
    content: `{"_id":{"$oid":"65a000000000000000000001"},"title":"Pole","loc":{"type":"Point","coordinates":[25.47,65.01]},"seen":{"$date":"2024-05-01T00:00:00Z"}}
{"_id":{"$oid":"65a000000000000000000002"},"title":"Pike","loc":{"type":"Point","coordinates":[25.48,65.02]},"seen":{"$date":"2024-05-01T00:00:00Z"}}
`,
    records: [
      ['65a000000000000000000001', 'Pole', 65.01, 25.47],
      ['65a000000000000000000002', 'Pike', 65.02, 25.48],
    ],
  },
  {
    from: 'Firebase',
    what: 'an object of objects with a nested location',
    file: 'export.json',
    content: `{"-Nabc1":{"title":"Camp","location":{"latitude":46.5,"longitude":7.9},"createdAt":1700000000000},
"-Nabc2":{"title":"Lodge","location":{"latitude":46.6,"longitude":7.8},"createdAt":1700000000001}}`,
    records: [
      ['-Nabc1', 'Camp', 46.5, 7.9],
      ['-Nabc2', 'Lodge', 46.6, 7.8],
    ],
  },
  {
    from: 'Flickr',
    what: 'photos.photo, numbers as strings or not',
    file: 'photos.json',
    content: `{"photos":{"page":1,"pages":1,"perpage":2,"total":2,"photo":[
{"id":"5300001","owner":"9@N00","title":"Pier at dawn","ispublic":1,"latitude":"36.6002","longitude":"-121.8947","accuracy":"16"},
{"id":"5300002","owner":"9@N00","title":"Kelp","ispublic":1,"latitude":"36.6177","longitude":-121.9,"accuracy":"16"}
]},"stat":"ok"}`,
    records: [
      ['5300001', 'Pier at dawn', 36.6002, -121.8947],
      ['5300002', 'Kelp', 36.6177, -121.9],
    ],
  },
  {
    from: 'HERE',
    what: 'position beside access points',
    file: 'discover.json',
    content: `{"items":[
{"title":"Station One","id":"here:pds:place:1","resultType":"place","position":{"lat":52.525,"lng":13.369},"access":[{"lat":52.5251,"lng":13.3691}]},
{"title":"Station Two","id":"here:pds:place:2","resultType":"place","position":{"lat":52.51,"lng":13.43},"access":[{"lat":52.5101,"lng":13.4301}]}
]}`,
    records: [
      ['here:pds:place:1', 'Station One', 52.525, 13.369],
      ['here:pds:place:2', 'Station Two', 52.51, 13.43],
    ],
  },
  {
    from: 'Socrata',
    what: 'strings, and a nested location besides',
    file: 'resource.json',
    content: `[{"unique_key":"6001","complaint_type":"Noise","latitude":"40.7312","longitude":"-73.8992","location":{"latitude":"40.7312","longitude":"-73.8992","human_address":"{\\"address\\":\\"\\"}"}},
{"unique_key":"6002","complaint_type":"Water","latitude":"40.6881","longitude":"-73.9799","location":{"latitude":"40.6881","longitude":"-73.9799","human_address":"{}"}}]`,
    records: [
      ['6001', anything, 40.7312, -73.8992],
      ['6002', anything, 40.6881, -73.9799],
    ],
  },
  {
    from: 'CKAN',
    what: 'records in result, fields besides',
    file: 'datastore_search.json',
    content: `{"help":"https://example.org/help","success":true,"result":{"resource_id":"r1","fields":[{"id":"_id","type":"int"},{"id":"Name","type":"text"}],"records":[
{"_id":1,"Site Code":"T-01","Name":"Toilet 1","Latitude":-27.47,"Longitude":153.02},
{"_id":2,"Site Code":"T-02","Name":"Toilet 2","Latitude":-27.48,"Longitude":153.03}
],"total":2}}`,
    records: [
      [/^(1|T-01)$/, 'Toilet 1', -27.47, 153.02],
      [/^(2|T-02)$/, 'Toilet 2', -27.48, 153.03],
    ],
  },
  {
    from: 'JSON:API',
    what: 'attributes in data',
    file: 'stops.json',
    content: `{"data":[
{"type":"stop","id":"place-1","attributes":{"name":"Center","latitude":42.356395,"longitude":-71.062424},"links":{"self":"/stops/place-1"}},
{"type":"stop","id":"place-2","attributes":{"name":"Square","latitude":42.373,"longitude":-71.118},"links":{"self":"/stops/place-2"}}
],"jsonapi":{"version":"1.0"}}`,
    records: [
      ['place-1', 'Center', 42.356395, -71.062424],
      ['place-2', 'Square', 42.373, -71.118],
    ],
  },
  {
    from: 'Google Takeout',
    what: 'latitudeE7 and longitudeE7, which their names explain',
    file: 'Records.json',
    content: `{"locations":[
{"latitudeE7":488583736,"longitudeE7":22944813,"accuracy":20,"source":"WIFI","timestamp":"2024-05-01T10:00:00.000Z"},
{"latitudeE7":-338688197,"longitudeE7":1512092955,"accuracy":14,"source":"GPS","timestamp":"2024-05-01T11:00:00.000Z"}
]}`,
    records: [
      [made, undefined, 48.8583736, 2.2944813],
      [made, undefined, -33.8688197, 151.2092955],
    ],
  },
  {
    from: 'OpenSky',
    what: 'arrays of values without names',
    file: 'states.json',
    content: `{"time":1714550400,"states":[["4b1814","SWR1X ","Switzerland",1714550399,1714550399,8.55,47.45,400.1],["3c6444","DLH2Y ","Germany",1714550399,1714550399,11.78,48.35,600.2]]}`,
    fault: /./,
  },
  {
    from: 'a script',
    what: 'a pair of numbers with the latitude first in the member latlng',
    file: 'markers.json',
    content: `[{"id":1,"name":"Bay","latlng":[59.91,10.75]},{"id":2,"name":"Fell","latlng":[60.39,5.32]}]`,
    records: [
      ['1', 'Bay', 59.91, 10.75],
      ['2', 'Fell', 60.39, 5.32],
    ],
  },
  {
    from: 'REST Countries',
    what: 'latlng, names in several languages below name',
    file: 'all.json',
    content: `[{"name":{"common":"Norland","official":"Kingdom of Norland"},"cca2":"NX","cca3":"NXX","latlng":[62.0,10.0],"capitalInfo":{"latlng":[59.92,10.75]}},{"name":{"common":"Sudland","official":"Republic of Sudland"},"cca2":"SX","cca3":"SXX","latlng":[-33.0,-56.0],"capitalInfo":{"latlng":[-34.85,-56.17]}}]`,
    records: [
      [/^(NX|NXX|norland)$/i, /Norland/, 62, 10],
      [/^(SX|SXX|sudland)$/i, /Sudland/, -33, -56],
    ],
  },
  {
    from: 'a store locator',
    what: 'numbers as strings in a nested object, a number as identifier',
    file: 'stores.json',
    content: `{"status":"success","stores":[
{"storeNumber":"0042","displayName":"Mall East","geo":{"latitude":"33.4484","longitude":"-112.0740"},"address":{"city":"Phoenix"}},
{"storeNumber":"0043","displayName":"Mall West","geo":{"latitude":"33.5","longitude":"-112.1"},"address":{"city":"Phoenix"}}
]}`,
    records: [
      ['0042', 'Mall East', 33.4484, -112.074],
      ['0043', 'Mall West', 33.5, -112.1],
    ],
  },
  {
    from: 'schema.org',
    what: 'JSON-LD with geo and @id',
    file: 'graph.json',
    content: `{"@context":"https://schema.org","@graph":[
{"@type":"Museum","@id":"https://example.org/m/1","name":"Glass Museum","geo":{"@type":"GeoCoordinates","latitude":45.4585,"longitude":12.3541}},
{"@type":"Museum","@id":"https://example.org/m/2","name":"Lace Museum","geo":{"@type":"GeoCoordinates","latitude":45.4855,"longitude":12.4169}}
]}`,
    records: [
      ['https://example.org/m/1', 'Glass Museum', 45.4585, 12.3541],
      ['https://example.org/m/2', 'Lace Museum', 45.4855, 12.4169],
    ],
  },
  {
    from: 'a log',
    what: 'lines of JSON without identifier or name, some without a position',
    file: 'track.jsonl',
    content: `{"ts":"2024-05-01T10:00:00Z","lat":57.7,"lon":11.97,"speed":3}
{"ts":"2024-05-01T10:00:10Z","lat":null,"lon":null,"speed":null}
{"ts":"2024-05-01T10:00:20Z","lat":57.71,"lon":11.98,"speed":4}
`,
    records: [
      [made, undefined, 57.7, 11.97],
      [made, undefined, 57.71, 11.98],
    ],
    refused: 1,
  },
  {
    from: 'a download that stopped',
    what: 'JSON that ends in the middle',
    file: 'cut.json',
    content: `[{"id":"a","name":"Ash","lat":1.5,"lon":2.5},
{"id":"b","name":"Birch","lat":1.6,"lon":2.6},
{"id":"c","name":"Ce`,
    records: [
      ['a', 'Ash', 1.5, 2.5],
      ['b', 'Birch', 1.6, 2.6],
    ],
    fault: /line 3|ends|cut/i,
  },
];
