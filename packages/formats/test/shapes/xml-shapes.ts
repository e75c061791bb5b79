import { anything, made, type Shape, slug } from './shape.ts';

/** KML and GPX of phones, devices and maps. */
export const xmlShapes: readonly Shape[] = [
  {
    from: 'Google My Maps',
    what: 'styles, folders, altitudes of 0 and descriptions in CDATA',
    file: 'Trip.kml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
  <Document>
    <name>Trip</name>
    <description/>
    <Style id="icon-1899-0288D1"><IconStyle><color>ffd18802</color></IconStyle></Style>
    <Folder>
      <name>Food &amp; drink</name>
      <Placemark>
        <name>Crêpes &amp; co</name>
        <description><![CDATA[Buckwheat<br>only]]></description>
        <styleUrl>#icon-1899-0288D1</styleUrl>
        <Point>
          <coordinates>
            -1.6778,48.1173,0
          </coordinates>
        </Point>
      </Placemark>
    </Folder>
    <Folder>
      <name>Walks</name>
      <Placemark>
        <name>Loop</name>
        <LineString><coordinates>-1.6,48.1,0 -1.7,48.2,0</coordinates></LineString>
      </Placemark>
      <Placemark>
        <name>Gate</name>
        <Point><coordinates>-1.68,48.12,0</coordinates></Point>
      </Placemark>
    </Folder>
  </Document>
</kml>`,
    records: [
      [/cr.*co/i, /^Buckwheat/, 48.1173, -1.6778],
      [slug('gate'), anything, 48.12, -1.68],
    ],
    refused: 1,
  },
  {
    from: 'ogr2ogr',
    what: 'fields in SimpleData',
    file: 'layer.kml',
    content: `<?xml version="1.0" encoding="utf-8" ?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document id="root_doc">
<Schema name="layer" id="layer"><SimpleField name="ref" type="string"></SimpleField></Schema>
<Folder><name>layer</name>
  <Placemark>
	<name>Oak</name>
	<ExtendedData><SchemaData schemaUrl="#layer">
		<SimpleData name="ref">R-1</SimpleData>
	</SchemaData></ExtendedData>
      <Point><coordinates>5.1,52.1</coordinates></Point>
  </Placemark>
  <Placemark>
	<name>Oak</name>
	<ExtendedData><SchemaData schemaUrl="#layer">
		<SimpleData name="ref">R-2</SimpleData>
	</SchemaData></ExtendedData>
      <Point><coordinates>5.2,52.2</coordinates></Point>
  </Placemark>
</Folder>
</Document></kml>`,
    records: [
      ['R-1', 'Oak', 52.1, 5.1],
      ['R-2', 'Oak', 52.2, 5.2],
    ],
  },
  {
    from: 'Google Earth',
    what: 'an older namespace, identifiers of placemarks, a view besides the point',
    file: 'doc.kml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://earth.google.com/kml/2.1" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document>
  <Placemark id="pm251">
    <name>Summit</name>
    <LookAt><longitude>7.1</longitude><latitude>45.1</latitude><altitude>0</altitude></LookAt>
    <Point><altitudeMode>absolute</altitudeMode><coordinates>7.6586,45.9766,4478</coordinates></Point>
  </Placemark>
  <Placemark id="pm252">
    <name>Saddle</name>
    <Point><coordinates>7.67,45.94,3317.5</coordinates></Point>
  </Placemark>
</Document></kml>`,
    records: [
      ['pm251', 'Summit', 45.9766, 7.6586],
      ['pm252', 'Saddle', 45.94, 7.67],
    ],
    notes: /altitude|height|third/i,
  },
  {
    from: 'a form app',
    what: 'ExtendedData with Data and value',
    file: 'survey.kml',
    content: `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Placemark><name>Well</name><ExtendedData><Data name="uuid"><value>u-1</value></Data><Data name="depth"><value>12</value></Data></ExtendedData><Point><coordinates>36.8,-1.3</coordinates></Point></Placemark>
<Placemark><name>Well</name><ExtendedData><Data name="uuid"><value>u-2</value></Data><Data name="depth"><value>9</value></Data></ExtendedData><Point><coordinates>36.9,-1.4</coordinates></Point></Placemark>
</Document></kml>`,
    records: [
      ['u-1', 'Well', -1.3, 36.8],
      ['u-2', 'Well', -1.4, 36.9],
    ],
  },
  {
    from: 'Garmin',
    what: 'waypoints with heights and extensions',
    file: 'Waypoints.gpx',
    content: `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3" creator="Device" version="1.1">
  <metadata><time>2024-05-01T10:00:00Z</time><bounds minlat="46" minlon="7" maxlat="47" maxlon="8"/></metadata>
  <wpt lat="46.5475" lon="7.9853"><ele>3454.0</ele><time>2024-05-01T10:00:00Z</time><name>001</name><desc>Hut</desc><sym>Flag, Blue</sym><extensions><gpxx:WaypointExtension><gpxx:DisplayMode>SymbolAndName</gpxx:DisplayMode></gpxx:WaypointExtension></extensions></wpt>
  <wpt lat="46.5600" lon="8.0000"><ele>2900</ele><name>002</name><desc>Spring &amp; well</desc></wpt>
</gpx>`,
    records: [
      ['001', 'Hut', 46.5475, 7.9853],
      ['002', 'Spring & well', 46.56, 8],
    ],
  },
  {
    from: 'a geocaching site',
    what: 'codes as names, the older namespace',
    file: 'pocket.gpx',
    content: `<?xml version="1.0" encoding="utf-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/0" version="1.0" creator="Pocket Query">
  <name>My query</name>
  <wpt lat="48.1" lon="11.5"><time>2020-01-01T00:00:00</time><name>GC1AAAA</name><desc>By the lake, Traditional</desc><url>https://example.org/GC1AAAA</url><urlname>By the lake</urlname><type>Geocache</type></wpt>
  <wpt lat="48.2" lon="11.6"><time>2020-01-01T00:00:00</time><name>GC2BBBB</name><desc>On the hill, Multi</desc><url>https://example.org/GC2BBBB</url><urlname>On the hill</urlname><type>Geocache</type></wpt>
</gpx>`,
    records: [
      [/GC1AAAA$/i, anything, 48.1, 11.5],
      [/GC2BBBB$/i, anything, 48.2, 11.6],
    ],
  },
  {
    from: 'a phone app',
    what: 'waypoints without names beside a track',
    file: 'walk.gpx',
    content: `<gpx version="1.1" creator="App" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="59.33" lon="18.06"/>
  <wpt lat="59.34" lon="18.07"><name>Bench</name></wpt>
  <trk><name>Walk</name><trkseg><trkpt lat="59.33" lon="18.06"><ele>5</ele></trkpt><trkpt lat="59.34" lon="18.07"/></trkseg></trk>
</gpx>`,
    records: [
      [made, undefined, 59.33, 18.06],
      [made, 'Bench', 59.34, 18.07],
    ],
    notes: /track/i,
  },
  {
    from: 'a sports watch',
    what: 'a track alone',
    file: 'run.gpx',
    content: `<gpx version="1.1" creator="Watch" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Run</name><trkseg><trkpt lat="59.33" lon="18.06"/><trkpt lat="59.34" lon="18.07"/></trkseg></trk></gpx>`,
    records: [],
    notes: /track/i,
  },
  {
    from: 'OpenStreetMap',
    what: 'XML of the editor',
    file: 'map.osm',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6"><node id="1" lat="54.09" lon="12.25"><tag k="name" v="Inn"/></node></osm>`,
    fault: /./,
  },
];
