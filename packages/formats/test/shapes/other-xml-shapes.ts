import { strToU8, zipSync } from 'fflate';
import { anything, made, type Shape, slug, utf16, windows1252 } from './shape.ts';

const kml22 = 'xmlns="http://www.opengis.net/kml/2.2"';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const myMaps = `${declaration}<kml ${kml22}>
  <Document>
    <name>Weekend</name>
    <description/>
    <Style id="icon-1899-0288D1-normal"><IconStyle><color>ffd18802</color><scale>1</scale></IconStyle></Style>
    <StyleMap id="icon-1899-0288D1"><Pair><key>normal</key><styleUrl>#icon-1899-0288D1-normal</styleUrl></Pair></StyleMap>
    <Folder>
      <name>To see</name>
      <Placemark>
        <name>Old Mill</name>
        <description><![CDATA[Closed on Mondays<br>Tickets: 5]]></description>
        <styleUrl>#icon-1899-0288D1</styleUrl>
        <ExtendedData>
          <Data name="Tickets">
            <value>5</value>
          </Data>
        </ExtendedData>
        <Point>
          <coordinates>
            11.5821,48.1375,0
          </coordinates>
        </Point>
      </Placemark>
      <Placemark>
        <name>Way there</name>
        <styleUrl>#line-000000-1200</styleUrl>
        <LineString><tessellate>1</tessellate><coordinates>11.5,48.1,0 11.6,48.2,0</coordinates></LineString>
      </Placemark>
    </Folder>
    <Folder>
      <name>To eat</name>
      <Placemark>
        <name>Old Mill</name>
        <styleUrl>#icon-1899-0288D1</styleUrl>
        <Point><coordinates>11.5901,48.1402,0</coordinates></Point>
      </Placemark>
    </Folder>
  </Document>
</kml>
`;

const networkLink = `${declaration}<kml ${kml22}>
  <Document>
    <name>Weekend</name>
    <NetworkLink>
      <name>Weekend</name>
      <Link><href><![CDATA[https://maps.example.org/kml?mid=abc&lid=1]]></href></Link>
    </NetworkLink>
  </Document>
</kml>`;

const googleEarth = `${declaration}<kml ${kml22} xmlns:gx="http://www.google.com/kml/ext/2.2" xmlns:kml="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom">
<Document>
	<name>My Places.kml</name>
	<StyleMap id="m_ylw-pushpin"><Pair><key>normal</key><styleUrl>#s_ylw-pushpin</styleUrl></Pair></StyleMap>
	<Folder>
		<name>My Places</name>
		<open>1</open>
		<Placemark id="04B8C3D1">
			<name>Hut</name>
			<LookAt>
				<longitude>7.65</longitude>
				<latitude>45.97</latitude>
				<altitude>0</altitude>
				<range>1500</range>
				<gx:altitudeMode>relativeToSeaFloor</gx:altitudeMode>
			</LookAt>
			<styleUrl>#m_ylw-pushpin</styleUrl>
			<Point>
				<gx:drawOrder>1</gx:drawOrder>
				<coordinates>7.658412,45.976321,3260.5</coordinates>
			</Point>
		</Placemark>
		<Placemark id="04B8C3D2">
			<name>Lake</name>
			<visibility>0</visibility>
			<Snippet maxLines="0"></Snippet>
			<description>Cold &amp; clear</description>
			<Point><coordinates>7.712,45.984,0</coordinates></Point>
		</Placemark>
	</Folder>
</Document>
</kml>
`;

const earlyKml = `<?xml version="1.0" encoding="LATIN-1"?>
<kml xmlns="http://earth.google.com/kml/2.1">
<Folder>
<name>Ergebnisse</name>
<Placemark>
<name><![CDATA[Brücke]]></name>
<Snippet>Nr. 1</Snippet>
<description><![CDATA[<b>Brücke</b> über den Fluss]]></description>
<Point><coordinates>13.4050,52.5200</coordinates></Point>
</Placemark>
</Folder>
</kml>`;

const arcGis = `${declaration}<kml ${kml22} xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document id="Wells">
  <name>Wells</name>
  <Folder id="FeatureLayer0">
    <name>Wells</name>
    <Placemark id="ID_00000">
      <name>Well North</name>
      <Snippet maxLines="0"></Snippet>
      <description><![CDATA[<html xmlns:fo="http://www.w3.org/1999/XSL/Format"><body><table><tr><td>DEPTH</td><td>12</td></tr></table></body></html>]]></description>
      <styleUrl>#IconStyle00</styleUrl>
      <MultiGeometry>
        <Point>
          <extrude>0</extrude><altitudeMode>clampToGround</altitudeMode>
          <coordinates> -104.99,39.74,0</coordinates>
        </Point>
      </MultiGeometry>
    </Placemark>
    <Placemark id="ID_00001">
      <name>Well South</name>
      <styleUrl>#IconStyle00</styleUrl>
      <Point>
        <altitudeMode>clampToGround</altitudeMode>
        <coordinates> -104.98,39.70,0</coordinates>
      </Point>
    </Placemark>
  </Folder>
</Document>
</kml>`;

const schoolsSchema = `<Schema name="schools" id="schools">
	<SimpleField name="OBJECTID" type="int"></SimpleField>
	<SimpleField name="NAME" type="string"></SimpleField>
</Schema>`;

const portal = `<?xml version="1.0" encoding="utf-8" ?>
<kml ${kml22}>
<Document id="root_doc">
${schoolsSchema}
<Folder><name>schools</name>
  <Placemark>
	<Style><LineStyle><color>ff0000ff</color></LineStyle><PolyStyle><fill>0</fill></PolyStyle></Style>
	<ExtendedData><SchemaData schemaUrl="#schools">
		<SimpleData name="OBJECTID">11</SimpleData>
		<SimpleData name="NAME">Primary School</SimpleData>
	</SchemaData></ExtendedData>
      <Point><coordinates>-0.1276,51.5072</coordinates></Point>
  </Placemark>
  <Placemark>
	<ExtendedData><SchemaData schemaUrl="#schools">
		<SimpleData name="OBJECTID">12</SimpleData>
		<SimpleData name="NAME">High School</SimpleData>
	</SchemaData></ExtendedData>
      <Point><coordinates>-0.1300,51.5101</coordinates></Point>
  </Placemark>
</Folder>
</Document></kml>`;

const toKml = `<?xml version="1.0" encoding="UTF-8"?><kml ${kml22}><Document><Placemark><name>Bench</name><ExtendedData><Data name="name"><value>Bench</value></Data><Data name="seats"><value>3</value></Data></ExtendedData><Point><coordinates>2.17,41.38</coordinates></Point></Placemark></Document></kml>`;

const organicMaps = `${declaration}<kml xmlns="http://earth.google.com/kml/2.2">
<Document>
  <Style id="placemark-red"><IconStyle><Icon><href>https://example.org/red.png</href></Icon></IconStyle></Style>
  <name>Places</name>
  <visibility>1</visibility>
  <ExtendedData xmlns:mwm="https://omaps.app">
    <mwm:name><mwm:lang code="default">Places</mwm:lang></mwm:name>
    <mwm:lastModified>2024-05-01T10:00:00Z</mwm:lastModified>
  </ExtendedData>
  <Placemark>
    <name>Harbour</name>
    <TimeStamp><when>2024-05-01T10:00:00Z</when></TimeStamp>
    <styleUrl>#placemark-red</styleUrl>
    <Point><coordinates>-9.1393,38.7223</coordinates></Point>
    <ExtendedData xmlns:mwm="https://omaps.app">
      <mwm:name><mwm:lang code="default">Harbour</mwm:lang></mwm:name>
      <mwm:featureTypes><mwm:value>amenity-ferry_terminal</mwm:value></mwm:featureTypes>
      <mwm:scale>16</mwm:scale>
    </ExtendedData>
  </Placemark>
</Document>
</kml>`;

const overpassKml = `${declaration}<kml ${kml22}><Document><name>overpass-turbo.eu export</name><Placemark id="node/301"><name>Fountain</name><ExtendedData><Data name="@id"><value>node/301</value></Data><Data name="amenity"><value>fountain</value></Data></ExtendedData><Point><coordinates>9.19,45.46</coordinates></Point></Placemark><Placemark id="node/302"><ExtendedData><Data name="@id"><value>node/302</value></Data><Data name="amenity"><value>bench</value></Data></ExtendedData><Point><coordinates>9.2,45.47</coordinates></Point></Placemark></Document></kml>`;

const parcels = `${declaration}<kml ${kml22}><Document><Placemark><name>Parcel 7</name><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>8,47,0 8.1,47,0 8.1,47.1,0 8,47,0</coordinates></LinearRing></outerBoundaryIs></Polygon><Point><coordinates>8.05,47.02,0</coordinates></Point></MultiGeometry></Placemark></Document></kml>`;

const geocaching = `<?xml version="1.0" encoding="utf-8"?>
<gpx xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="1.0" creator="Groundspeak Pocket Query" xmlns="http://www.topografix.com/GPX/1/0">
  <name>My Finds</name>
  <bounds minlat="50" minlon="7" maxlat="51" maxlon="8" />
  <wpt lat="50.123450" lon="7.543210">
    <time>2010-01-01T00:00:00</time>
    <name>GC2ABCD</name>
    <desc>View by Someone, Traditional Cache (1.5/2)</desc>
    <url>https://www.geocaching.com/seek/cache_details.aspx?guid=1</url>
    <urlname>View</urlname>
    <sym>Geocache Found</sym>
    <type>Geocache|Traditional Cache</type>
    <groundspeak:cache id="1" available="True" xmlns:groundspeak="http://www.groundspeak.com/cache/1/0/1">
      <groundspeak:name>View</groundspeak:name>
      <groundspeak:logs><groundspeak:log id="5"><groundspeak:text>Found it</groundspeak:text></groundspeak:log><groundspeak:log id="6"><groundspeak:text>Nice</groundspeak:text></groundspeak:log></groundspeak:logs>
    </groundspeak:cache>
  </wpt>
</gpx>`;

const osmAnd = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<gpx version="1.1" creator="OsmAnd 4.7" xmlns="http://www.topografix.com/GPX/1/1" xmlns:osmand="https://osmand.net">
  <metadata><name>favorites</name></metadata>
  <wpt lat="52.3702160" lon="4.8951680">
    <time>2024-05-01T10:00:00Z</time>
    <name>Windmill</name>
    <type>Trips</type>
    <extensions>
      <osmand:address>Dam 1, Town</osmand:address>
      <osmand:icon>special_star</osmand:icon>
      <osmand:color>#eecc22</osmand:color>
    </extensions>
  </wpt>
  <extensions>
    <osmand:points_groups><group name="Trips" color="#eecc22" icon="special_star"/></osmand:points_groups>
  </extensions>
</gpx>`;

const overpassGpx = `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="overpass-turbo"><metadata><desc>Filtered OSM data converted to GPX by overpass turbo</desc></metadata><wpt lat="45.46" lon="9.19"><name>Fountain</name><desc>amenity=fountain
name=Fountain</desc><link href="http://osm.org/browse/node/301"/></wpt><wpt lat="45.47" lon="9.2"><name>bench</name><desc>amenity=bench</desc><link href="http://osm.org/browse/node/302"/></wpt></gpx>`;

const hike = `<gpx version="1.1" creator="App"><wpt lat="61.1" lon="7.1"><name>Start</name></wpt><trk><name>Day 1</name><trkseg><trkpt lat="61.1" lon="7.1"><ele>3</ele></trkpt></trkseg></trk></gpx>`;

const handWritten = `<kml><Document><Placemark><name>Tom & Jerry's</name><Point><coordinates>4.9, 52.37, 0</coordinates></Point></Placemark></Document></kml>`;

const mill: Shape['records'] = [
  [slug('old-mill'), /^Closed on Mondays/, 48.1375, 11.5821],
  [slug('old-mill'), anything, 48.1402, 11.5901],
];

/** KML, KMZ and GPX of other programs. */
export const otherXmlShapes: readonly Shape[] = [
  {
    from: 'Google My Maps',
    what: 'layers, equal names, a line among the points',
    file: 'Weekend.kml',
    content: myMaps,
    records: mill,
    refused: 1,
  },
  {
    from: 'Google My Maps',
    what: 'KMZ with icons',
    file: 'Weekend.kmz',
    content: zipSync({ 'doc.kml': strToU8(myMaps), 'images/icon-1.png': strToU8('png') }),
    records: mill,
    refused: 1,
  },
  {
    from: 'Google My Maps',
    what: 'KML that only links to the map',
    file: 'Weekend.kml',
    content: networkLink,
    notes: /no placemarks[\s\S]*https:\/\/maps\.example\.org/,
  },
  {
    from: 'Google Earth Pro',
    what: 'My Places, with views and an altitude',
    file: 'My Places.kml',
    content: googleEarth,
    records: [
      ['04B8C3D1', anything, 45.976321, 7.658412],
      ['04B8C3D2', 'Cold & clear', 45.984, 7.712],
    ],
    notes: /altitude/,
  },
  {
    from: 'Scripts of 2008',
    what: 'KML 2.1 in Latin-1',
    file: 'search.kml',
    content: windows1252(earlyKml),
    records: [[slug('brucke'), /Brücke<\/b> über/, 52.52, 13.405]],
  },
  {
    from: '.NET programs',
    what: 'KML in UTF-16',
    file: 'search.kml',
    content: utf16(earlyKml.replace('LATIN-1', 'utf-16')),
    records: [[slug('brucke'), /Brücke<\/b> über/, 52.52, 13.405]],
  },
  {
    from: 'ArcGIS',
    what: 'Layer to KML: KMZ with tables in HTML',
    file: 'Wells.kmz',
    content: zipSync({ 'doc.kml': strToU8(arcGis) }),
    records: [
      ['ID_00000', 'Well North', 39.74, -104.99],
      ['ID_00001', 'Well South', 39.7, -104.98],
    ],
  },
  {
    from: 'Open data portals',
    what: 'KML by GDAL: all fields in a schema, no name',
    file: 'schools.kml',
    content: portal,
    records: [
      ['11', 'Primary School', 51.5072, -0.1276],
      ['12', 'High School', 51.5101, -0.13],
    ],
  },
  {
    from: 'geojson.io',
    what: 'KML by tokml',
    file: 'map.kml',
    content: toKml,
    records: [[slug('bench'), 'Bench', 41.38, 2.17]],
  },
  {
    from: 'Organic Maps',
    what: 'bookmarks in KMZ, with data of its own',
    file: 'Places.kmz',
    content: zipSync({ 'Places.kml': strToU8(organicMaps) }),
    records: [[slug('harbour'), 'Harbour', 38.7223, -9.1393]],
  },
  {
    from: 'overpass turbo',
    what: 'KML with and without names',
    file: 'export.kml',
    content: overpassKml,
    records: [
      ['node/301', anything, 45.46, 9.19],
      ['node/302', anything, 45.47, 9.2],
    ],
  },
  {
    from: 'Cadastres',
    what: 'KML with areas and the points of their labels',
    file: 'parcels.kml',
    content: parcels,
    records: [[slug('parcel-7'), 'Parcel 7', 47.02, 8.05]],
    notes: /areas/,
  },
  {
    from: 'By hand',
    what: 'KML with a loose ampersand and spaces in the coordinates',
    file: 'a.kml',
    content: handWritten,
    records: [[made, "Tom & Jerry's", 52.37, 4.9]],
    notes: /&amp;/,
  },
  {
    from: 'Geocaching',
    what: 'GPX 1.0 of a pocket query',
    file: 'pocket-query.gpx',
    content: geocaching,
    records: [[made, /^View by Someone/, 50.12345, 7.54321]],
  },
  {
    from: 'OsmAnd',
    what: 'GPX of favourites',
    file: 'favorites.gpx',
    content: osmAnd,
    records: [[slug('windmill'), 'Windmill', 52.370216, 4.895168]],
  },
  {
    from: 'overpass turbo',
    what: 'GPX with tags as descriptions',
    file: 'export.gpx',
    content: overpassGpx,
    records: [
      [made, /amenity=fountain/, 45.46, 9.19],
      [made, 'amenity=bench', 45.47, 9.2],
    ],
  },
  {
    from: 'Apps for hiking',
    what: 'GPX with a track',
    file: 'day.gpx',
    content: hike,
    records: [[slug('start'), 'Start', 61.1, 7.1]],
    notes: /1 track is not imported/,
  },
];
