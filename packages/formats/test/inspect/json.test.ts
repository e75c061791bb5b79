import { describe, expect, it } from 'vitest';
import { importAll } from './importing.ts';

const text = JSON.stringify;
const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
const lines = (...values: readonly unknown[]) => values.map((value) => `${text(value)}\n`).join('');
const feature = (properties: object, x = 2.5, y = 48.5, more = {}) => ({
  type: 'Feature',
  properties,
  geometry: point(x, y),
  ...more,
});
const collection = (features: readonly unknown[], more = {}) =>
  text({ type: 'FeatureCollection', ...more, features });

/** Where a file comes from, its content, and its records in short: `id=description@latitude,longitude`. */
type ShapeRow = readonly [title: string, content: string, records: readonly string[]];

const shapes: readonly ShapeRow[] = [
  [
    'a drawing page, without identifiers',
    collection([
      feature({ name: 'Old Mill', 'marker-color': '#7e7e7e' }),
      feature({ name: 'New Mill' }, 2.25, 48.25),
    ]),
    ['old-mill=Old Mill@48.5,2.5', 'new-mill=New Mill@48.25,2.25'],
  ],
  [
    'QGIS',
    collection([feature({ fid: 1, name: 'a' }), feature({ fid: 2, name: 'b' }, 3, 4)], {
      name: 'layer',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
    }),
    ['1=a@48.5,2.5', '2=b@4,3'],
  ],
  [
    'Overpass turbo',
    collection(
      [
        feature({ '@id': 'node/1', amenity: 'bench', name: 'x' }, 2, 48, { id: 'node/1' }),
        feature({ '@id': 'way/2', name: 'y', '@geometry': 'center' }, 3, 48, { id: 'way/2' }),
      ],
      { generator: 'overpass-turbo' },
    ),
    ['node/1=x@48,2', 'way/2=y@48,3'],
  ],
  [
    'earthquakes, with altitudes',
    collection(
      [
        feature(
          { mag: 2.1, place: '4 km W of Here', time: 1517966773840, code: 'a1', ids: ',a1,' },
          -118.6,
          34.4,
          { id: 'ci1' },
        ),
        {
          ...feature({ mag: 1, place: '5 km' }, 1, 1, { id: 'ci2' }),
          geometry: { type: 'Point', coordinates: [-116, 33, 12.4] },
        },
      ],
      { metadata: { count: 2, title: 'x' }, bbox: [1, 2, 3, 4, 5, 6] },
    ),
    ['ci1=4 km W of Here@34.4,-118.6', 'ci2=5 km@33,-116'],
  ],
  [
    'a page of ArcGIS',
    collection(
      [
        feature({ OBJECTID: 1, NAME: 'a' }, 2, 48, { id: 1 }),
        feature({ OBJECTID: 2, NAME: 'b' }, 3, 48, { id: 2 }),
      ],
      { crs: { type: 'name', properties: { name: 'EPSG:4326' } }, exceededTransferLimit: true },
    ),
    ['1=a@48,2', '2=b@48,3'],
  ],
  [
    'Esri JSON',
    text({
      displayFieldName: 'NAME',
      fieldAliases: { OBJECTID: 'OBJECTID' },
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 4326, latestWkid: 4326 },
      fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID' }],
      features: [
        { attributes: { OBJECTID: 1, NAME: 'a' }, geometry: { x: 2.5, y: 48.5 } },
        { attributes: { OBJECTID: 2, NAME: 'b' }, geometry: { x: 3.5, y: 48.5 } },
      ],
    }),
    ['1=a@48.5,2.5', '2=b@48.5,3.5'],
  ],
  [
    'saved places of a map',
    collection([
      feature(
        {
          date: '2024-01-01T00:00:00Z',
          google_maps_url: 'http://maps.google.com/?cid=1',
          location: { address: 'Street 1', country_code: 'FR', name: 'Cafe A' },
        },
        2,
        48,
      ),
      feature(
        {
          date: '2024-02-01T00:00:00Z',
          google_maps_url: 'http://maps.google.com/?cid=2',
          location: { address: 'Street 2', country_code: 'FR', name: 'Cafe B' },
        },
        3,
        48,
      ),
    ]),
    ['http://maps.google.com/?cid=1=Cafe A@48,2', 'http://maps.google.com/?cid=2=Cafe B@48,3'],
  ],
  [
    'a timeline, with a path beside its visits',
    text({
      semanticSegments: [
        {
          startTime: '2024-01-01T00:00:00Z',
          endTime: '2024-01-01T01:00:00Z',
          visit: {
            hierarchyLevel: 0,
            topCandidate: {
              placeId: 'Ch1',
              semanticType: 'HOME',
              placeLocation: { latLng: '48.8584°, 2.2945°' },
            },
          },
        },
        {
          startTime: '2024-01-01T01:00:00Z',
          endTime: '2024-01-01T02:00:00Z',
          timelinePath: [{ point: '48.8°, 2.2°', time: 'x' }],
        },
      ],
      rawSignals: [{ position: { LatLng: '48.8°, 2.2°', timestamp: 'x' } }],
      userLocationProfile: {},
    }),
    ['Ch1=-@48.8584,2.2945', 'REFUSED it has no coordinates'],
  ],
  [
    'a timeline with geo URIs',
    text([
      {
        startTime: '2024-01-01T00:00:00Z',
        endTime: '2024-01-01T01:00:00Z',
        visit: { topCandidate: { placeID: 'Ch1', placeLocation: 'geo:48.858400,2.294500' } },
      },
      {
        startTime: '2024-01-02T00:00:00Z',
        endTime: '2024-01-02T01:00:00Z',
        visit: { topCandidate: { placeID: 'Ch2', placeLocation: 'geo:48.868400,2.394500' } },
      },
    ]),
    ['Ch1=-@48.8584,2.2945', 'Ch2=-@48.8684,2.3945'],
  ],
  [
    'Overpass, with the centre of a way',
    text({
      version: 0.6,
      generator: 'Overpass API',
      osm3s: {},
      elements: [
        { type: 'node', id: 1, lat: 48.1, lon: 2.1, tags: { amenity: 'cafe', name: 'A' } },
        { type: 'way', id: 1, center: { lat: 48.2, lon: 2.2 }, nodes: [1, 2], tags: { name: 'B' } },
      ],
    }),
    ['node-1=A@48.1,2.1', 'way-1=B@48.2,2.2'],
  ],
  [
    'stations of GBFS 2',
    text({
      last_updated: 1,
      ttl: 5,
      version: '2.3',
      data: {
        stations: [
          { station_id: 's1', name: 'A', lat: 48.1, lon: 2.1, capacity: 10, rental_uris: { web: 'x' } },
          { station_id: 's2', name: 'B', lat: 48.2, lon: 2.2, capacity: 12 },
        ],
      },
    }),
    ['s1=A@48.1,2.1', 's2=B@48.2,2.2'],
  ],
  [
    'stations of GBFS 3',
    text({
      last_updated: 'x',
      data: {
        stations: [
          { station_id: 's1', name: [{ text: 'A', language: 'en' }], lat: 48.1, lon: 2.1 },
          { station_id: 's2', name: [{ text: 'B', language: 'en' }], lat: 48.2, lon: 2.2 },
        ],
      },
    }),
    ['s1=-@48.1,2.1', 's2=-@48.2,2.2'],
  ],
  [
    'mongoexport',
    lines(
      { _id: { $oid: '5f01' }, name: 'A', address: { coord: [2.1, 48.1] } },
      { _id: { $oid: '5f02' }, name: 'B', address: { coord: [2.2, 48.2] } },
    ),
    ['5f01=A@48.1,2.1', '5f02=B@48.2,2.2'],
  ],
  [
    'canonical mongoexport',
    lines(
      { _id: { $oid: '5f01' }, lat: { $numberDouble: '48.1' }, lng: { $numberDouble: '2.1' } },
      { _id: { $oid: '5f02' }, lat: { $numberDouble: '48.2' }, lng: { $numberDouble: '2.2' } },
    ),
    ['5f01=-@48.1,2.1', '5f02=-@48.2,2.2'],
  ],
  [
    'lines of businesses',
    lines(
      {
        business_id: 'a1',
        name: 'A',
        city: 'x',
        latitude: 48.1,
        longitude: 2.1,
        stars: 4,
        attributes: { wifi: 'u' },
      },
      { business_id: 'a2', name: 'B', latitude: 48.2, longitude: 2.2, stars: 4 },
    ),
    ['a1=A@48.1,2.1', 'a2=B@48.2,2.2'],
  ],
  [
    'businesses around a region',
    text({
      businesses: [
        {
          id: 'a1',
          alias: 'a-1',
          name: 'A',
          coordinates: { latitude: 48.1, longitude: 2.1 },
          location: { address1: 'x' },
        },
        { id: 'a2', alias: 'a-2', name: 'B', coordinates: { latitude: 48.2, longitude: 2.2 } },
      ],
      total: 240,
      region: { center: { longitude: 2, latitude: 48 } },
    }),
    ['a1=A@48.1,2.1', 'a2=B@48.2,2.2'],
  ],
  [
    'places with several geocodes',
    text({
      results: [
        {
          fsq_id: 'f1',
          name: 'A',
          geocodes: { main: { latitude: 48.1, longitude: 2.1 }, roof: { latitude: 48.1, longitude: 2.1 } },
        },
        { fsq_id: 'f2', name: 'B', geocodes: { main: { latitude: 48.2, longitude: 2.2 } } },
      ],
      context: { geo_bounds: { circle: { center: { latitude: 1, longitude: 2 } } } },
    }),
    ['f1=A@48.1,2.1', 'f2=B@48.2,2.2'],
  ],
  [
    'venues in a response',
    text({
      meta: { code: 200 },
      response: {
        venues: [
          {
            id: 'v1',
            name: 'A',
            location: { lat: 48.1, lng: 2.1, labeledLatLngs: [{ label: 'display', lat: 1, lng: 2 }] },
          },
          { id: 'v2', name: 'B', location: { lat: 48.2, lng: 2.2 } },
        ],
      },
    }),
    ['v1=A@48.1,2.1', 'v2=B@48.2,2.2'],
  ],
  [
    'results with a viewport',
    text({
      html_attributions: [],
      next_page_token: 'x',
      results: [
        {
          place_id: 'p1',
          name: 'A',
          geometry: {
            location: { lat: 48.1, lng: 2.1 },
            viewport: { northeast: { lat: 49, lng: 3 }, southwest: { lat: 47, lng: 1 } },
          },
        },
        { place_id: 'p2', name: 'B', geometry: { location: { lat: 48.2, lng: 2.2 } } },
      ],
      status: 'OK',
    }),
    ['p1=A@48.1,2.1', 'p2=B@48.2,2.2'],
  ],
  [
    'places with names in languages',
    text({
      places: [
        {
          id: 'p1',
          displayName: { text: 'A', languageCode: 'en' },
          location: { latitude: 48.1, longitude: 2.1 },
        },
        { id: 'p2', displayName: { text: 'B' }, location: { latitude: 48.2, longitude: 2.2 } },
      ],
    }),
    ['p1=A@48.1,2.1', 'p2=B@48.2,2.2'],
  ],
  [
    'rows of Socrata with a location',
    text({
      meta: {
        view: {
          id: 'x',
          name: 'v',
          columns: [
            { id: -1, name: 'sid' },
            { id: -1, name: 'id' },
            { id: 5, name: 'Name' },
            { id: 6, name: 'Location' },
          ],
        },
      },
      data: [
        ['row-1', '00-1', 'A', [null, '48.1', '2.1', null, false]],
        ['row-2', '00-2', 'B', [null, '48.2', '2.2', null, false]],
      ],
    }),
    ['00-1=A@48.1,2.1', '00-2=B@48.2,2.2'],
  ],
  [
    'objects of Socrata with a location',
    text([
      {
        facility_id: '1',
        name: 'A',
        location: { latitude: '48.1', longitude: '2.1', human_address: '{"address":""}' },
      },
      { facility_id: '2', name: 'B', location: { latitude: '48.2', longitude: '2.2' } },
    ]),
    ['1=A@48.1,2.1', '2=B@48.2,2.2'],
  ],
  [
    'objects of Socrata with a point',
    text([
      { unique_key: '1', descriptor: 'A', the_geom: point(2.1, 48.1), ':@computed_region_x': '5' },
      { unique_key: '2', descriptor: 'B', the_geom: point(2.2, 48.2) },
    ]),
    ['1=-@48.1,2.1', '2=-@48.2,2.2'],
  ],
  [
    'rows with a header, with signs',
    text([
      ['NAME', 'INTPTLAT', 'INTPTLON', 'state'],
      ['Alabama', '+32.7', '-86.8', '01'],
      ['Alaska', '+63.3', '-152.8', '02'],
    ]),
    ['alabama=Alabama@32.7,-86.8', 'alaska=Alaska@63.3,-152.8'],
  ],
  [
    'Nominatim',
    text([
      {
        place_id: 1,
        licence: 'x',
        osm_type: 'node',
        osm_id: 10,
        lat: '48.1',
        lon: '2.1',
        display_name: 'A, B',
        boundingbox: ['1', '2', '3', '4'],
      },
      {
        place_id: 2,
        osm_type: 'node',
        osm_id: 11,
        lat: '48.2',
        lon: '2.2',
        display_name: 'C, D',
        boundingbox: ['1', '2', '3', '4'],
      },
    ]),
    ['10=A, B@48.1,2.1', '11=C, D@48.2,2.2'],
  ],
  [
    'Photon',
    collection([
      feature({ osm_id: 1, osm_type: 'N', name: 'A', extent: [1, 2, 3, 4] }, 2.1, 48.1),
      feature({ osm_id: 2, osm_type: 'N', name: 'B' }, 2.2, 48.2),
    ]),
    ['1=A@48.1,2.1', '2=B@48.2,2.2'],
  ],
  [
    'SPARQL results with points',
    text({
      head: { vars: ['item', 'itemLabel', 'coord'] },
      results: {
        bindings: [
          {
            item: { type: 'uri', value: 'http://www.wikidata.org/entity/Q1' },
            coord: {
              datatype: 'http://www.opengis.net/ont/geosparql#wktLiteral',
              type: 'literal',
              value: 'Point(2.1 48.1)',
            },
            itemLabel: { 'xml:lang': 'en', type: 'literal', value: 'A' },
          },
          {
            item: { type: 'uri', value: 'http://www.wikidata.org/entity/Q2' },
            coord: { type: 'literal', value: 'Point(2.2 48.2)' },
            itemLabel: { type: 'literal', value: 'B' },
          },
        ],
      },
    }),
    ['http://www.wikidata.org/entity/Q1=A@48.1,2.1', 'http://www.wikidata.org/entity/Q2=B@48.2,2.2'],
  ],
  [
    'a download of Wikidata',
    text([
      { item: 'http://www.wikidata.org/entity/Q1', itemLabel: 'A', coord: 'Point(2.1 48.1)' },
      { item: 'http://www.wikidata.org/entity/Q2', itemLabel: 'B', coord: 'Point(2.2 48.2)' },
    ]),
    ['http://www.wikidata.org/entity/Q1=A@48.1,2.1', 'http://www.wikidata.org/entity/Q2=B@48.2,2.2'],
  ],
  [
    'occurrences of GBIF',
    text({
      offset: 0,
      limit: 2,
      endOfRecords: false,
      count: 1000,
      results: [
        {
          key: 1,
          datasetKey: 'd',
          gbifID: '1',
          scientificName: 'Aus bus',
          decimalLatitude: 48.1,
          decimalLongitude: 2.1,
          extensions: {},
        },
        {
          key: 2,
          gbifID: '2',
          datasetKey: 'd',
          scientificName: 'Cus dus',
          decimalLatitude: 48.2,
          decimalLongitude: 2.2,
        },
      ],
      facets: [],
    }),
    ['1=Aus bus@48.1,2.1', '2=Cus dus@48.2,2.2'],
  ],
  [
    'stations of OpenAQ',
    text({
      meta: { name: 'openaq-api', page: 1, limit: 2, found: '>2' },
      results: [
        {
          id: 1,
          name: 'A',
          locality: null,
          country: { id: 5, code: 'FR' },
          sensors: [{ id: 3, name: 'pm25' }],
          coordinates: { latitude: 48.1, longitude: 2.1 },
          bounds: [1, 2, 3, 4],
        },
        { id: 2, name: 'B', coordinates: { latitude: 48.2, longitude: 2.2 }, sensors: [] },
      ],
    }),
    ['1=A@48.1,2.1', '2=B@48.2,2.2'],
  ],
  [
    'observations of iNaturalist',
    text({
      total_results: 500,
      page: 1,
      per_page: 2,
      results: [
        {
          id: 1,
          uuid: 'u1',
          species_guess: 'A',
          location: '48.1,2.1',
          geojson: point(2.1, 48.1),
          taxon: { id: 5, name: 'Aus' },
          photos: [{ id: 1 }],
        },
        { id: 2, uuid: 'u2', species_guess: 'B', location: '48.2,2.2', geojson: point(2.2, 48.2) },
      ],
    }),
    ['1=Aus@48.1,2.1', '2=-@48.2,2.2'],
  ],
  [
    'an export of Opendatasoft',
    text([
      { recordid: 'r1', nom: 'A', geo_point_2d: { lon: 2.1, lat: 48.1 } },
      { recordid: 'r2', nom: 'B', geo_point_2d: { lon: 2.2, lat: 48.2 } },
    ]),
    ['r1=A@48.1,2.1', 'r2=B@48.2,2.2'],
  ],
  [
    'records of Opendatasoft, version 1',
    text({
      nhits: 2,
      parameters: { dataset: 'x', rows: 10 },
      records: [
        {
          datasetid: 'x',
          recordid: 'r1',
          fields: { nom: 'A', geo_point_2d: [48.1, 2.1] },
          geometry: point(2.1, 48.1),
          record_timestamp: 't',
        },
        {
          datasetid: 'x',
          recordid: 'r2',
          fields: { nom: 'B', geo_point_2d: [48.2, 2.2] },
          geometry: point(2.2, 48.2),
          record_timestamp: 't',
        },
      ],
    }),
    ['r1=A@48.1,2.1', 'r2=B@48.2,2.2'],
  ],
  [
    'Airtable',
    text({
      records: [
        { id: 'rec1', createdTime: 't', fields: { Name: 'A', Latitude: 48.1, Longitude: 2.1 } },
        { id: 'rec2', createdTime: 't', fields: { Name: 'B', Latitude: 48.2, Longitude: 2.2 } },
      ],
      offset: 'itr',
    }),
    ['rec1=A@48.1,2.1', 'rec2=B@48.2,2.2'],
  ],
  [
    'hits of Elasticsearch',
    text({
      took: 1,
      hits: {
        total: { value: 2, relation: 'eq' },
        hits: [
          { _index: 'i', _id: 'a', _score: 1, _source: { name: 'A', location: { lat: 48.1, lon: 2.1 } } },
          { _index: 'i', _id: 'b', _score: 1, _source: { name: 'B', location: { lat: 48.2, lon: 2.2 } } },
        ],
      },
    }),
    ['a=A@48.1,2.1', 'b=B@48.2,2.2'],
  ],
  [
    'Firebase, with users beside the places',
    text({
      places: { '-Nx1': { name: 'A', lat: 48.1, lng: 2.1 }, '-Nx2': { name: 'B', lat: 48.2, lng: 2.2 } },
      users: { u1: { email: 'x' } },
    }),
    ['-Nx1=A@48.1,2.1', '-Nx2=B@48.2,2.2'],
  ],
  [
    'airports by their codes',
    text({
      KJFK: { icao: 'KJFK', iata: 'JFK', name: 'A', lat: 40.6, lon: -73.7 },
      EGLL: { icao: 'EGLL', iata: 'LHR', name: 'B', lat: 51.4, lon: -0.4 },
    }),
    ['KJFK=A@40.6,-73.7', 'EGLL=B@51.4,-0.4'],
  ],
  [
    'pandas by columns',
    text({ name: { 0: 'A', 1: 'B' }, lat: { 0: 48.1, 1: 48.2 }, lon: { 0: 2.1, 1: 2.2 } }),
    ['a=A@48.1,2.1', 'b=B@48.2,2.2'],
  ],
  [
    'pandas, split',
    text({
      columns: ['name', 'lat', 'lon'],
      index: [0, 1],
      data: [
        ['A', 48.1, 2.1],
        ['B', 48.2, 2.2],
      ],
    }),
    ['a=A@48.1,2.1', 'b=B@48.2,2.2'],
  ],
  [
    'pandas with a schema',
    text({
      schema: { fields: [{ name: 'index', type: 'integer' }], primaryKey: ['index'] },
      data: [
        { index: 0, name: 'A', lat: 48.1, lon: 2.1 },
        { index: 1, name: 'B', lat: 48.2, lon: 2.2 },
      ],
    }),
    ['0=A@48.1,2.1', '1=B@48.2,2.2'],
  ],
  [
    'ERDDAP',
    text({
      table: {
        columnNames: ['station', 'latitude', 'longitude'],
        columnTypes: ['String', 'float', 'float'],
        columnUnits: [null, 'degrees_north', 'degrees_east'],
        rows: [
          ['A', 48.1, 2.1],
          ['B', 48.2, 2.2],
        ],
      },
    }),
    ['a=A@48.1,2.1', 'b=B@48.2,2.2'],
  ],
  [
    'Datasette',
    text({
      ok: true,
      next: null,
      rows: [
        { id: 1, name: 'A', latitude: 48.1, longitude: 2.1 },
        { id: 2, name: 'B', latitude: 48.2, longitude: 2.2 },
      ],
      truncated: false,
    }),
    ['1=A@48.1,2.1', '2=B@48.2,2.2'],
  ],
  [
    'KoboToolbox',
    text({
      count: 2,
      next: null,
      previous: null,
      results: [
        { _id: 1, _uuid: 'u1', 'group/name': 'A', _geolocation: [48.1, 2.1], _attachments: [] },
        { _id: 2, _uuid: 'u2', 'group/name': 'B', _geolocation: [48.2, 2.2], _attachments: [] },
      ],
    }),
    ['1=A@48.1,2.1', '2=B@48.2,2.2'],
  ],
  [
    'uMap with layers',
    text({
      type: 'umap',
      uri: 'x',
      properties: { name: 'map' },
      geometry: point(2, 48),
      layers: [
        {
          type: 'FeatureCollection',
          features: [feature({ name: 'A' }, 2.1, 48.1, { id: 'x1' })],
          _umap_options: { name: 'L1' },
        },
        { type: 'FeatureCollection', features: [feature({ name: 'B' }, 2.2, 48.2, { id: 'x2' })] },
      ],
    }),
    ['x1=A@48.1,2.1', 'x2=B@48.2,2.2'],
  ],
  [
    'cities with numbers in quotes',
    text([
      { name: 'Sant Julià', lat: '42.46', lng: '1.49', country: 'AD', admin1: '06' },
      { name: 'Pas', lat: '42.54', lng: '1.73', country: 'AD', admin1: '03' },
    ]),
    ['sant-julia=Sant Julià@42.46,1.49', 'pas=Pas@42.54,1.73'],
  ],
  [
    'a script of a web map',
    `var sites = ${collection([feature({ name: 'A' }), feature({ name: 'B' }, 3, 4)])};`,
    ['a=A@48.5,2.5', 'b=B@4,3'],
  ],
  [
    'Strapi',
    text({
      data: [
        { id: 1, attributes: { name: 'A', latitude: 48.1, longitude: 2.1 } },
        { id: 2, attributes: { name: 'B', latitude: 48.2, longitude: 2.2 } },
      ],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 } },
    }),
    ['1=A@48.1,2.1', '2=B@48.2,2.2'],
  ],
  [
    'CKAN',
    text({
      help: 'x',
      success: true,
      result: {
        resource_id: 'r',
        fields: [{ id: '_id', type: 'int' }],
        records: [
          { _id: 1, Nom: 'A', Lat: '48.1', Lon: '2.1' },
          { _id: 2, Nom: 'B', Lat: '48.2', Lon: '2.2' },
        ],
        _links: { start: 's', next: 'n' },
        total: 2,
      },
    }),
    ['1=A@48.1,2.1', '2=B@48.2,2.2'],
  ],
  [
    'posts with large numbers',
    '{"id":1234567890123456789,"id_str":"1234567890123456789","text":"hi","coordinates":{"type":"Point","coordinates":[2.1,48.1]}}\n' +
      '{"id":1234567890123456790,"id_str":"1234567890123456790","text":"ho","coordinates":{"type":"Point","coordinates":[2.2,48.2]}}\n',
    ['1234567890123456789=hi@48.1,2.1', '1234567890123456790=ho@48.2,2.2'],
  ],
  [
    'sightings',
    text([
      {
        speciesCode: 'a',
        comName: 'A',
        locId: 'L1',
        locName: 'x',
        obsDt: 't',
        lat: 48.1,
        lng: 2.1,
        subId: 'S1',
      },
      {
        speciesCode: 'b',
        comName: 'B',
        locId: 'L1',
        locName: 'x',
        obsDt: 't',
        lat: 48.1,
        lng: 2.1,
        subId: 'S1',
      },
    ]),
    ['a=A@48.1,2.1', 'b=B@48.1,2.1'],
  ],
  [
    'cities with lists of two numbers',
    text({
      cities: [
        { city: 'A', loc: [-73.9, 40.7], pop: 5, _id: '1001' },
        { city: 'B', loc: [-74, 40.8], pop: 5, _id: '1002' },
      ],
    }),
    ['1001=A@40.7,-73.9', '1002=B@40.8,-74'],
  ],
  [
    'charging stations with nested places',
    text([
      {
        ID: 1,
        UUID: 'u',
        AddressInfo: { ID: 7, Title: 'A', Latitude: 48.1, Longitude: 2.1 },
        Connections: [{ ID: 2 }],
      },
      { ID: 2, UUID: 'v', AddressInfo: { ID: 8, Title: 'B', Latitude: 48.2, Longitude: 2.2 } },
    ]),
    ['1=A@48.1,2.1', '2=B@48.2,2.2'],
  ],
  [
    'a page of OGC API Features',
    collection([feature({ name: 'A' }, 2, 48, { id: 'n.1' })], {
      numberMatched: 50,
      numberReturned: 1,
      links: [{ rel: 'next', href: 'x' }],
    }),
    ['n.1=A@48,2'],
  ],
  [
    'a FeatureCollection of PostGIS in a column',
    text([
      {
        jsonb_build_object: {
          type: 'FeatureCollection',
          features: [feature({ id: 1, name: 'A' }), feature({ id: 2, name: 'B' }, 3, 4)],
        },
      },
    ]),
    ['1=A@48.5,2.5', '2=B@4,3'],
  ],
  [
    'GeoJSON of Python with NaN',
    `{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":{"x":NaN},"geometry":{"type":"Point","coordinates":[2,48]}}]}`,
    ['a=-@48,2'],
  ],
];

describe('JSON as programs and services write it is imported', () => {
  it.each(shapes)('%s', async (_, content, expected) => {
    const { entries } = await importAll(content);
    const found = entries.map((entry) => {
      if ('reason' in entry) return `REFUSED ${entry.reason}`;
      const [id, { description = '-', coordinates }] = entry.record;
      return `${id}=${description}@${coordinates.latitude},${coordinates.longitude}`;
    });
    expect(found).toEqual(expected);
  });
});
