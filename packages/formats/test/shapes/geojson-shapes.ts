import { anything, made, type Shape } from './shape.ts';

/** GeoJSON in the forms that programs write. */
export const geojsonShapes: readonly Shape[] = [
  {
    from: 'geojson.io',
    what: 'no identifiers, colours of markers',
    file: 'map.geojson',
    content: `{
  "type": "FeatureCollection",
  "features": [
    {
      "type": "Feature",
      "properties": {"marker-color": "#7e7e7e", "marker-size": "medium", "name": "Camp"},
      "geometry": {"coordinates": [13.4, 52.5], "type": "Point"}
    },
    {
      "type": "Feature",
      "properties": {"marker-color": "#7e7e7e", "name": "Camp"},
      "geometry": {"coordinates": [13.5, 52.6], "type": "Point"},
      "id": 1
    }
  ]
}`,
    records: [
      [made, 'Camp', 52.5, 13.4],
      [made, 'Camp', 52.6, 13.5],
    ],
  },
  {
    from: 'overpass turbo',
    what: 'identifiers with a slash, and @id',
    file: 'export.geojson',
    content: `{"type":"FeatureCollection","generator":"overpass-turbo","copyright":"ODbL","timestamp":"2024-05-01T00:00:00Z","features":[
{"type":"Feature","properties":{"@id":"node/3001","amenity":"cafe","name":"Blue Café"},"geometry":{"type":"Point","coordinates":[6.9583,50.9413]},"id":"node/3001"},
{"type":"Feature","properties":{"@id":"node/3002","amenity":"bench"},"geometry":{"type":"Point","coordinates":[6.96,50.942]},"id":"node/3002"}]}`,
    records: [
      ['node/3001', 'Blue Café', 50.9413, 6.9583],
      ['node/3002', undefined, 50.942, 6.96],
    ],
  },
  {
    from: 'USGS',
    what: 'a depth as the third number, metadata before the features',
    file: 'all_day.geojson',
    content: `{"type":"FeatureCollection","metadata":{"generated":1714550400000,"title":"Earthquakes","count":2},"features":[
{"type":"Feature","properties":{"mag":1.2,"place":"5 km N of The Springs, CA","time":1714550000000,"url":"https://example.org/nc1","code":"1","net":"nc","title":"M 1.2 - 5 km N of The Springs, CA"},"geometry":{"type":"Point","coordinates":[-122.8,38.8,1.9]},"id":"nc1"},
{"type":"Feature","properties":{"mag":2.0,"place":"Alaska","time":1714550001000,"url":"https://example.org/ak2","code":"2","net":"ak","title":"M 2.0 - Alaska"},"geometry":{"type":"Point","coordinates":[-150.1,61.2,30.4]},"id":"ak2"}],"bbox":[-151,38,1,-122,62,31]}`,
    records: [
      ['nc1', /The Springs, CA$/, 38.8, -122.8],
      ['ak2', /Alaska$/, 61.2, -150.1],
    ],
    notes: /altitude|height|third/i,
  },
  {
    from: 'uMap',
    what: 'options of the map beside name and description',
    file: 'features.geojson',
    content: `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"name":"Start","description":"Meet here","_umap_options":{"color":"Red"}},"geometry":{"type":"Point","coordinates":[4.83,45.76]},"id":"AxNjE"},
{"type":"Feature","properties":{"name":"End","description":"Bus back","_umap_options":{"color":"Blue"}},"geometry":{"type":"Point","coordinates":[4.9,45.8]},"id":"IwNTU"}]}`,
    records: [
      ['AxNjE', 'Meet here', 45.76, 4.83],
      ['IwNTU', 'Bus back', 45.8, 4.9],
    ],
  },
  {
    from: 'ogr2ogr',
    what: 'a crs that says CRS84, a counter in the properties',
    file: 'layer.geojson',
    content: `{
"type": "FeatureCollection",
"name": "layer",
"crs": { "type": "name", "properties": { "name": "urn:ogc:def:crs:OGC:1.3:CRS84" } },
"features": [
{ "type": "Feature", "properties": { "fid": 1, "ref": "R-1", "label": "Oak" }, "geometry": { "type": "Point", "coordinates": [ 5.1, 52.1 ] } },
{ "type": "Feature", "properties": { "fid": 2, "ref": "R-2", "label": "Elm" }, "geometry": { "type": "Point", "coordinates": [ 5.2, 52.2 ] } }
]
}`,
    records: [
      [/^(R-)?1$/, 'Oak', 52.1, 5.1],
      [/^(R-)?2$/, 'Elm', 52.2, 5.2],
    ],
  },
  {
    from: 'QGIS',
    what: 'the crs EPSG:3857',
    file: 'mercator.geojson',
    content: `{"type":"FeatureCollection","name":"m","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[
{"type":"Feature","properties":{"id":"m1","name":"Fair"},"geometry":{"type":"Point","coordinates":[261600.8,6250566.5]}},
{"type":"Feature","properties":{"id":"m2","name":"Fort"},"geometry":{"type":"Point","coordinates":[0,0]}}]}`,
    records: [
      ['m1', 'Fair', 48.856613, 2.35],
      ['m2', 'Fort', 0, 0],
    ],
    within: 1e-6,
    notes: /converted from .*3857/,
  },
  {
    from: 'Opendatasoft',
    what: 'polygons with their centre in the properties',
    file: 'quartiers.geojson',
    content: `{"type":"FeatureCollection","features":[
{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]},"properties":{"c_qu":"11","l_qu":"Haut","geo_point_2d":{"lon":2.35,"lat":48.83}}},
{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[2.4,48.8],[2.5,48.8],[2.5,48.9],[2.4,48.8]]]},"properties":{"c_qu":"12","l_qu":"Bas","geo_point_2d":{"lon":2.45,"lat":48.84}}}]}`,
    records: [
      [made, anything, 48.83, 2.35],
      [made, anything, 48.84, 2.45],
    ],
  },
  {
    from: 'a drawing program',
    what: 'a line among points',
    file: 'mixed.geojson',
    content: `{"type":"FeatureCollection","features":[
{"type":"Feature","id":"a","properties":{"name":"Start"},"geometry":{"type":"Point","coordinates":[-3.2,55.95]}},
{"type":"Feature","id":"way","properties":{"name":"Walk"},"geometry":{"type":"LineString","coordinates":[[-3.2,55.95],[-3.1,55.9]]}},
{"type":"Feature","id":"b","properties":{"name":"End"},"geometry":{"type":"Point","coordinates":[-3.1,55.9]}}]}`,
    records: [
      ['a', 'Start', 55.95, -3.2],
      ['b', 'End', 55.9, -3.1],
    ],
    refused: 1,
  },
  {
    from: 'a GIS',
    what: 'MultiPoints, one of them with two points',
    file: 'multi.geojson',
    content: `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"code":"T1","naam":"Toren"},"geometry":{"type":"MultiPoint","coordinates":[[4.3,52.07]]}},
{"type":"Feature","properties":{"code":"T2","naam":"Poort"},"geometry":{"type":"MultiPoint","coordinates":[[4.31,52.08]]}},
{"type":"Feature","properties":{"code":"T3","naam":"Paar"},"geometry":{"type":"MultiPoint","coordinates":[[4.32,52.09],[4.33,52.1]]}}]}`,
    records: [
      ['T1', 'Toren', 52.07, 4.3],
      ['T2', 'Poort', 52.08, 4.31],
    ],
    refused: 1,
  },
  {
    from: 'a GIS',
    what: 'a Feature without geometry, numbers as identifiers',
    file: 'nulls.geojson',
    content: `{"type":"FeatureCollection","features":[
{"type":"Feature","id":0,"properties":{"TITLE":"Lamp"},"geometry":{"type":"Point","coordinates":[24.1,56.95]}},
{"type":"Feature","id":1,"properties":{"TITLE":"Lost"},"geometry":null},
{"type":"Feature","id":2,"properties":{"TITLE":"Post"},"geometry":{"type":"Point","coordinates":[24.2,56.96]}}]}`,
    records: [
      ['0', 'Lamp', 56.95, 24.1],
      ['2', 'Post', 56.96, 24.2],
    ],
    refused: 1,
  },
  {
    from: "Who's On First",
    what: 'names of properties with colons, coordinates in them as well',
    file: 'wof.geojson',
    content: `{"type":"FeatureCollection","features":[
{"id":85900001,"type":"Feature","properties":{"geom:latitude":37.76,"geom:longitude":-122.42,"wof:id":85900001,"wof:name":"Mission","wof:placetype":"neighbourhood"},"bbox":[-122.42,37.76,-122.42,37.76],"geometry":{"coordinates":[-122.42,37.76],"type":"Point"}},
{"id":85900002,"type":"Feature","properties":{"geom:latitude":37.77,"geom:longitude":-122.43,"wof:id":85900002,"wof:name":"Castor","wof:placetype":"neighbourhood"},"bbox":[-122.43,37.77,-122.43,37.77],"geometry":{"coordinates":[-122.43,37.77],"type":"Point"}}]}`,
    records: [
      ['85900001', 'Mission', 37.76, -122.42],
      ['85900002', 'Castor', 37.77, -122.43],
    ],
  },
  {
    from: 'a script',
    what: 'coordinates as strings',
    file: 'strings.geojson',
    content: `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"id":"x1","name":"Weir"},"geometry":{"type":"Point","coordinates":["-1.5","53.8"]}},
{"type":"Feature","properties":{"id":"x2","name":"Ford"},"geometry":{"type":"Point","coordinates":["-1.6","53.9"]}}]}`,
    records: [
      ['x1', 'Weir', 53.8, -1.5],
      ['x2', 'Ford', 53.9, -1.6],
    ],
  },
  {
    from: 'a script',
    what: 'metres without a crs',
    file: 'metres.geojson',
    content: `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"id":"x1"},"geometry":{"type":"Point","coordinates":[530000.5,180000.2]}},
{"type":"Feature","properties":{"id":"x2"},"geometry":{"type":"Point","coordinates":[531000.5,181000.2]}}]}`,
    fault: /metre|projected/i,
  },
  {
    from: 'tippecanoe',
    what: 'a Feature on each line, with an empty line',
    file: 'points.geojsonl',
    content: `{"type":"Feature","properties":{"gid":"g1","nimi":"Saari"},"geometry":{"type":"Point","coordinates":[24.9,60.2]}}

{"type":"Feature","properties":{"gid":"g2","nimi":"Niemi"},"geometry":{"type":"Point","coordinates":[25.0,60.3]}}
`,
    records: [
      ['g1', anything, 60.2, 24.9],
      ['g2', anything, 60.3, 25],
    ],
  },
  {
    from: 'a web page',
    what: 'an array of Features',
    file: 'features.json',
    content: `[{"type":"Feature","id":"p","properties":{"title":"Pond"},"geometry":{"type":"Point","coordinates":[19.04,47.5]}},
{"type":"Feature","id":"q","properties":{"title":"Quay"},"geometry":{"type":"Point","coordinates":[19.05,47.51]}}]`,
    records: [
      ['p', 'Pond', 47.5, 19.04],
      ['q', 'Quay', 47.51, 19.05],
    ],
  },
];
