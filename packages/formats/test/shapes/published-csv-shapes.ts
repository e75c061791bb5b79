import { anything, made, type Shape, slug, tabbed, windows1252 } from './shape.ts';

/** Files of CSV as publishers and programs write them. */
export const publishedCsvShapes: readonly Shape[] = [
  {
    from: 'GTFS',
    what: 'identifiers with leading zeros, names that repeat, an empty column of descriptions',
    file: 'stops.txt',
    content: `stop_id,stop_code,stop_name,stop_desc,stop_lat,stop_lon,zone_id,location_type,parent_station
000201,93,Harbour,,48.157543,17.106771,100,0,
000202,93,Harbour,,48.158107,17.107173,100,0,000201
000306,306,"Mill, upper end",,48.1557,17.107547,100,0,
`,
    records: [
      ['000201', 'Harbour', 48.157543, 17.106771],
      ['000202', 'Harbour', 48.158107, 17.107173],
      ['000306', 'Mill, upper end', 48.1557, 17.107547],
    ],
  },
  {
    from: 'OurAirports',
    what: 'all texts in quotes, a code beside the identifier',
    file: 'airports.csv',
    content: `"id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","iso_country","municipality","iata_code"
90001,"XQ01","heliport","Ridge Heliport",40.07098,-74.933601,11,"US","Ridge",
90002,"XQ02","small_airport","Lower Field",38.704,-101.473911,3435,"US","Lower","LFX"
`,
    records: [
      ['90001', 'Ridge Heliport', 40.07098, -74.933601],
      ['90002', 'Lower Field', 38.704, -101.473911],
    ],
  },
  {
    from: 'ArcGIS Hub',
    what: 'X and Y in metres beside latitude and longitude, a facility number beside the row counter',
    file: 'Fire_Stations.csv',
    content: `\ufeffX,Y,OBJECTID,FACILITYID,NAME,LATITUDE,LONGITUDE
-8238310.24,4970071.58,1,FS-07,Engine 7,40.7127,-74.006
-8240310.5,4971071.1,2,FS-09,Engine 9,40.7195,-74.024
`,
    records: [
      ['FS-07', 'Engine 7', 40.7127, -74.006],
      ['FS-09', 'Engine 9', 40.7195, -74.024],
    ],
  },
  {
    from: 'HIFLD',
    what: 'X and Y in degrees beside latitude and longitude, ID beside OBJECTID',
    file: 'Hospitals.csv',
    content: `X,Y,OBJECTID,ID,NAME,ADDRESS,CITY,ZIP,LATITUDE,LONGITUDE
-94.94,29.74,1,76777520,HOPE HOSPITAL,1 OAK ROAD,BAYTOWN,77520,29.7424,-94.9435
-96.28,32.55,2,82875142,KINDRED HOUSE,2 ELM ROAD,KAUFMAN,75142,32.5512,-96.2812
`,
    records: [
      ['76777520', 'HOPE HOSPITAL', 29.7424, -94.9435],
      ['82875142', 'KINDRED HOUSE', 32.5512, -96.2812],
    ],
  },
  {
    from: 'ArcGIS Hub',
    what: 'X and Y in degrees alone',
    file: 'Libraries.csv',
    content: `X,Y,OBJECTID,Name,Phone
-77.0365,38.8977,1,North Library,555 0100
-77.0091,38.8899,2,South Library,555 0101
`,
    records: [
      ['1', 'North Library', 38.8977, -77.0365],
      ['2', 'South Library', 38.8899, -77.0091],
    ],
  },
  {
    from: 'ArcGIS Hub',
    what: 'X and Y in metres alone',
    file: 'Hydrants.csv',
    content: `X,Y,OBJECTID,Name
-8575605.4,4707174.0,1,North
-8572555.1,4706174.3,2,South
`,
    fault: /metre|projected/i,
  },
  {
    from: 'Turismo de Portugal',
    what: 'a pair with decimal commas in one column, metres in X and Y',
    file: 'rnal.csv',
    content: `X,Y,OBJECTID,NrRNAL,Denominacao,Modalidade,LatLong
-871301.88,4448274.2,1,5021,Figo,Apartamento,"37,0657 ; -7,827"
-950312.4,4600274.2,2,5022,Casa Nova,Moradia,"38,1025 ; -8,5367"
`,
    records: [
      [/^(5021|1)$/, anything, 37.0657, -7.827],
      [/^(5022|2)$/, anything, 38.1025, -8.5367],
    ],
  },
  {
    from: 'Opendatasoft',
    what: 'the pair in geo_point_2d, a polygon in geo_shape, codes with leading zeros',
    file: 'communes.csv',
    content: `Code INSEE;Nom Commune;Population;geo_point_2d;geo_shape
01004;Ambron;14.2;45.9614, 5.3722;"{""type"": ""Polygon"", ""coordinates"": [[[5.3, 45.9], [5.4, 45.9], [5.4, 46.0], [5.3, 45.9]]]}"
01007;Ambrex;2.8;45.9961, 5.3122;"{""type"": ""Polygon"", ""coordinates"": [[[5.2, 45.9], [5.4, 45.9], [5.4, 46.1], [5.2, 45.9]]]}"
`,
    records: [
      ['01004', 'Ambron', 45.9614, 5.3722],
      ['01007', 'Ambrex', 45.9961, 5.3122],
    ],
  },
  {
    from: 'Opendatasoft',
    what: 'a column coordonnees_geo',
    file: 'velos.csv',
    content: `stationcode;name;is_installed;capacity;duedate;coordonnees_geo
16107;Benjamin - Victor;OUI;35;2024-05-01T10:00:00+00:00;48.865983, 2.275725
9020;Rue Neuve;OUI;21;2024-05-01T10:00:00+00:00;48.871256, 2.336591
`,
    records: [
      ['16107', 'Benjamin - Victor', 48.865983, 2.275725],
      ['9020', 'Rue Neuve', 48.871256, 2.336591],
    ],
  },
  {
    from: 'data.gouv.fr (IRVE)',
    what: 'a station identifier that repeats, one of charging points that does not, a pair [lon, lat] besides',
    file: 'irve.csv',
    content: `nom_operateur,id_station_itinerance,nom_station,coordonneesXY,id_pdc_itinerance,puissance_nominale,consolidated_longitude,consolidated_latitude
Volta,FRV99P1,Place Haute,"[5.93,45.58]",FRV99E11,22,5.931,45.581
Volta,FRV99P1,Place Haute,"[5.93,45.58]",FRV99E12,50,5.931,45.581
Volta,FRV99P2,Gare,"[1.6,47.1]",FRV99E21,7.4,1.608554,47.102
`,
    records: [
      ['FRV99E11', 'Place Haute', 45.581, 5.931],
      ['FRV99E12', 'Place Haute', 45.581, 5.931],
      ['FRV99E21', 'Gare', 47.102, 1.608554],
    ],
  },
  {
    from: 'QGIS',
    what: 'X, Y and fid',
    file: 'punkte.csv',
    content: `X,Y,fid,name
11.5761,48.1371,3,Tor
11.5820,48.1500,7,Turm
`,
    records: [
      ['3', 'Tor', 48.1371, 11.5761],
      ['7', 'Turm', 48.15, 11.582],
    ],
  },
  {
    from: 'QGIS',
    what: 'the geometry as WKT',
    file: 'wkt.csv',
    content: `WKT,id,label
"POINT (11.5761 48.1371)",t1,Tor
"POINT (11.582 48.15)",t2,Turm
`,
    records: [
      ['t1', 'Tor', 48.1371, 11.5761],
      ['t2', 'Turm', 48.15, 11.582],
    ],
  },
  {
    from: 'Google My Maps',
    what: 'WKT, name and description, without identifiers',
    file: 'Trip- Day 1.csv',
    content: `WKT,name,description
"POINT (-2.3391 53.288944)",Dun Cow,Good pies
"POINT (-2.3441 53.30122)",Old Mill,"Closed on Mondays,
garden"
`,
    records: [
      [slug('dun-cow'), 'Good pies', 53.288944, -2.3391],
      [slug('old-mill'), 'Closed on Mondays,\ngarden', 53.30122, -2.3441],
    ],
  },
  {
    from: 'Google My Maps',
    what: 'descriptions that are all empty',
    file: 'Pubs.csv',
    content: `WKT,name,description
"POINT (-2.3391 53.288944)",Dun Cow,
"POINT (-2.3441 53.30122)",Old Mill,
`,
    records: [
      [slug('dun-cow'), 'Dun Cow', 53.288944, -2.3391],
      [slug('old-mill'), 'Old Mill', 53.30122, -2.3441],
    ],
  },
  {
    from: 'PostGIS',
    what: 'WKT with SRID',
    file: 'stations.csv',
    content: `id,name,geom
halk,Halk Station,SRID=4326;POINT(28.78759 41.03586)
yeni,Yeni Station,SRID=4326;POINT(28.81 41.04)
`,
    records: [
      ['halk', 'Halk Station', 41.03586, 28.78759],
      ['yeni', 'Yeni Station', 41.04, 28.81],
    ],
  },
  {
    from: 'CARTO',
    what: 'the_geom in hexadecimal beside lat and lng',
    file: 'carto.csv',
    content: `the_geom,cartodb_id,name,lat,lng
0101000020E6100000AE47E17A14AE02400000000000004840,1,Depot,48,2.335
0101000020E6100000C3F5285C8FC202407B14AE47E17A4840,2,Yard,48.96,2.345
`,
    records: [
      ['1', 'Depot', 48, 2.335],
      ['2', 'Yard', 48.96, 2.345],
    ],
  },
  {
    from: 'bike sharing trips',
    what: 'two pairs of coordinates: a start and an end',
    file: 'tripdata.csv',
    content: `ride_id,rideable_type,start_station_name,end_station_name,start_lat,start_lng,end_lat,end_lng
A847FADBBC638E45,docked,Clark St,Lake Shore,41.9,-87.61,41.91,-87.65
5405B80E996FF60D,docked,Drake Ave,Clark St,41.92,-87.71,41.93,-87.62
`,
    records: [
      ['A847FADBBC638E45', anything, 41.9, -87.61],
      ['5405B80E996FF60D', anything, 41.92, -87.71],
    ],
  },
  {
    from: 'taxi trips',
    what: 'pickup and dropoff, longitude first',
    file: 'train.csv',
    content: `id,vendor_id,pickup_datetime,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude
id2875421,2,2016-03-14 17:24:55,-73.982154,40.767936,-73.96463,40.765602
id2377394,1,2016-06-12 00:43:35,-73.980415,40.738563,-73.999481,40.731151
`,
    records: [
      ['id2875421', undefined, 40.767936, -73.982154],
      ['id2377394', undefined, 40.738563, -73.980415],
    ],
  },
  {
    from: 'simplemaps',
    what: 'everything in quotes, the identifier in the last column',
    file: 'worldcities.csv',
    content: `"city","city_ascii","lat","lng","country","iso2","iso3","admin_name","capital","population","id"
"Lisbôa","Lisboa","38.7167","-9.1333","Portugal","PT","PRT","Lisboa","primary","2927000","1620619017"
"Porto","Porto","41.1495","-8.6108","Portugal","PT","PRT","Porto","admin","237591","1620356810"
`,
    records: [
      ['1620619017', /^Lisb/, 38.7167, -9.1333],
      ['1620356810', 'Porto', 41.1495, -8.6108],
    ],
  },
  {
    from: 'NASA',
    what: 'reclat and reclong, a row without coordinates',
    file: 'Meteorite_Landings.csv',
    content: `name,id,nametype,recclass,mass (g),fall,year,reclat,reclong,GeoLocation
Aach,1,Valid,L5,21,Fell,1880,50.775000,6.083330,"(50.775, 6.08333)"
Abba,2,Valid,H6,720,Fell,1951,56.183330,10.233330,"(56.18333, 10.23333)"
Lost,57,Valid,H4,,Found,1949,,,
`,
    records: [
      ['1', 'Aach', 50.775, 6.08333],
      ['2', 'Abba', 56.18333, 10.23333],
    ],
    refused: 1,
  },
  {
    from: 'Socrata',
    what: 'State Plane feet beside degrees, a text column "Location"',
    file: '311_Service_Requests.csv',
    content: `Unique Key,Created Date,Agency,Complaint Type,X Coordinate (State Plane),Y Coordinate (State Plane),Latitude,Longitude,Location
60000001,01/02/2024 01:00:00 AM,DOT,Pothole,1012345,205678,40.731268,-73.899241,"(40.731268, -73.899241)"
60000002,01/02/2024 01:10:00 AM,DEP,Noise,990001,190002,40.688182,-73.979913,"(40.688182, -73.979913)"
`,
    records: [
      ['60000001', anything, 40.731268, -73.899241],
      ['60000002', anything, 40.688182, -73.979913],
    ],
  },
  {
    from: 'Socrata',
    what: 'an address with the pair in its last line',
    file: 'restaurants.csv',
    content: `name,zipCode,"Location 1"
Blue Door,21206,"4509 HIGH ROAD
Baltimore, MD
(39.3142, -76.5551)"
Red Door,21231,"1919 LOW STREET
Baltimore, MD
(39.2835, -76.5912)"
`,
    records: [
      [slug('blue-door'), 'Blue Door', 39.3142, -76.5551],
      [slug('red-door'), 'Red Door', 39.2835, -76.5912],
    ],
  },
  {
    from: 'Inside Airbnb',
    what: 'identifiers beyond 2^53',
    file: 'listings.csv',
    content: `id,name,host_id,host_name,neighbourhood_group,neighbourhood,latitude,longitude,room_type,price
1035432100000000007,Loft near the park,7123,Ann,,Nord,52.53471,13.4181,Entire home/apt,90
1035432100000000009,"Room, quiet",7123,Ann,,Nord,52.53489,13.41911,Private room,
`,
    records: [
      ['1035432100000000007', 'Loft near the park', 52.53471, 13.4181],
      ['1035432100000000009', 'Room, quiet', 52.53489, 13.41911],
    ],
  },
  {
    from: 'OpenAQ',
    what: 'a text column "location" beside lat and lon',
    file: 'locations.csv',
    content: `location_id,location,city,country,lat,lon,parameter,units
2178,Del Norte,Albuquerque,US,35.1353,-106.584702,pm25,µg/m³
2179,South Valley,Albuquerque,US,35.0171,-106.6574,pm25,µg/m³
`,
    records: [
      ['2178', 'Del Norte', 35.1353, -106.584702],
      ['2179', 'South Valley', 35.0171, -106.6574],
    ],
  },
  {
    from: 'NOAA ISD',
    what: 'numbers with plus signs, codes with leading zeros, a station without a place',
    file: 'isd-history.csv',
    content: `"USAF","WBAN","STATION NAME","CTRY","STATE","ICAO","LAT","LON","ELEV(M)","BEGIN","END"
"007018","99999","WXPOD 7018","","","","","","","20110309","20130730"
"010010","99999","JAN MAYEN","NO","","ENJA","+70.933","-008.667","+0009.0","19310101","20240501"
"010014","99999","SORSTOKKEN","NO","","ENSO","+59.792","+005.341","+0048.8","19861120","20240501"
`,
    records: [
      ['010010', 'JAN MAYEN', 70.933, -8.667],
      ['010014', 'SORSTOKKEN', 59.792, 5.341],
    ],
    refused: 1,
  },
  {
    from: 'European Environment Agency',
    what: 'tabs, many codes that repeat, altitudes',
    file: 'PanEuropean_metadata.csv',
    content: tabbed(
      [
        'Countrycode',
        'Namespace',
        'AirQualityNetwork',
        'AirQualityStation',
        'AirQualityStationEoICode',
        'Projection',
        'Longitude',
        'Latitude',
        'Altitude',
      ],
      ['AD', 'AD.AQ', 'NET-AD001A', 'STA-AD0942A', 'AD0942A', 'EPSG:4979', '1.565242', '42.516944', '2515'],
      ['AD', 'AD.AQ', 'NET-AD001A', 'STA-AD0944A', 'AD0944A', 'EPSG:4979', '1.53914', '42.509694', '1080'],
    ),
    records: [
      [/^(STA-)?AD0942A$/, anything, 42.516944, 1.565242],
      [/^(STA-)?AD0944A$/, anything, 42.509694, 1.53914],
    ],
  },
  {
    from: 'OpenCelliD',
    what: 'no column that is unique and no name',
    file: 'cells.csv',
    content: `radio,mcc,net,area,cell,unit,lon,lat,range,samples,changeable
GSM,262,2,776,165,0,13.285512,52.522202,1000,7,1
UMTS,262,2,776,165,0,13.288,52.525,1000,2,1
GSM,262,2,801,22,0,13.295,52.531,1000,3,1
`,
    records: [
      [made, undefined, 52.522202, 13.285512],
      [made, undefined, 52.525, 13.288],
      [made, undefined, 52.531, 13.295],
    ],
  },
  {
    from: 'GeoNames',
    what: 'no header',
    file: 'AD.txt',
    content: tabbed(
      ['3038999', 'Soldèr', 'Solder', '', '42.57688', '1.66769', 'P', 'PPL', 'AD', '', '02', '602', '1832'],
      [
        '3039154',
        'El Tarò',
        'El Taro',
        '',
        '42.57952',
        '1.65362',
        'P',
        'PPL',
        'AD',
        '',
        '02',
        '1052',
        '1721',
      ],
    ),
    fault: /header|columns/i,
  },
  {
    from: 'GeoNames',
    what: 'no header, and the columns are named',
    file: 'AD.txt',
    content: tabbed(
      ['3038999', 'Soldèr', 'Solder', '', '42.57688', '1.66769', 'P'],
      ['3039154', 'El Tarò', 'El Taro', '', '42.57952', '1.65362', 'P'],
    ),
    options: {
      columns: ['geonameid', 'name', 'asciiname', 'alternatenames', 'latitude', 'longitude', 'feature class'],
    },
    records: [
      ['3038999', 'Soldèr', 42.57688, 1.66769],
      ['3039154', 'El Tarò', 42.57952, 1.65362],
    ],
  },
  {
    from: 'OpenFlights',
    what: 'no header; only the longitudes go beyond 90',
    file: 'airports.dat',
    content: `1,"Gora Airport","Gora","New Land","GKX","AYGX",-6.08169,145.39199,5282,10,"U"
2,"Mada Airport","Mada","New Land",\\N,"AYMX",-5.20707,145.78900,20,10,"U"
`,
    records: [
      [slug('gora-airport'), 'Gora Airport', -6.08169, 145.39199],
      [slug('mada-airport'), 'Mada Airport', -5.20707, 145.789],
    ],
    notes: /no header/,
  },
  {
    from: 'UN/LOCODE',
    what: 'degrees and minutes with letters in one column',
    file: 'code-list.csv',
    content: `Change,Country,Location,Name,NameWoDiacritics,Subdivision,Status,Function,Date,IATA,Coordinates,Remarks
,AD,ALX,Andora Vell,Andora Vell,,AI,--34-6--,0601,,4230N 00131E,
,AD,CAX,Canill,Canill,,RL,--3-----,0307,,4234N 00135E,
,AR,CAY,Canuel,Canuel,B,RL,--3-----,0307,,3512S 05837W,
`,
    records: [
      [/^((ad-?)?alx|andora-vell)$/i, 'Andora Vell', 42.5, 1 + 31 / 60],
      [/^((ad-?)?cax|canill)$/i, 'Canill', 42 + 34 / 60, 1 + 35 / 60],
      [/^((ar-?)?cay|canuel)$/i, 'Canuel', -35.2, -(58 + 37 / 60)],
    ],
    within: 1e-9,
  },
  {
    from: 'ACLED',
    what: 'a text column "location", geo_precision beside the coordinates',
    file: 'acled.csv',
    content: `event_id_cnty,event_date,year,event_type,admin1,location,latitude,longitude,geo_precision,notes
MLI34001,12 March 2024,2024,Protests,Ségou,Nara,15.1698,-7.2841,1,People walked.
MLI34002,13 March 2024,2024,Protests,Mopti,Nara,15.1698,-7.2841,2,People walked again.
`,
    records: [
      ['MLI34001', anything, 15.1698, -7.2841],
      ['MLI34002', anything, 15.1698, -7.2841],
    ],
  },
  {
    from: 'USGS',
    what: 'place as the description, id in the middle',
    file: 'all_week.csv',
    content: `time,latitude,longitude,depth,mag,magType,nst,net,id,updated,place,type
2024-05-01T10:11:12.345Z,38.8213,-122.8056,1.9,0.9,md,12,nc,nc74000001,2024-05-01T10:20:00.000Z,"7 km NW of The Springs, CA",earthquake
2024-05-01T11:11:12.345Z,61.5,-149.95,31.4,1.7,ml,,ak,ak0245500001,2024-05-01T11:20:00.000Z,"3 km S of Houston, Alaska",earthquake
`,
    records: [
      ['nc74000001', '7 km NW of The Springs, CA', 38.8213, -122.8056],
      ['ak0245500001', '3 km S of Houston, Alaska', 61.5, -149.95],
    ],
  },
  {
    from: 'NASA FIRMS',
    what: 'neither identifier nor name',
    file: 'MODIS_C6_1_Europe_24h.csv',
    content: `latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,daynight
40.96,23.1482,301.4,1.2,1.1,2024-05-01,0011,A,61,N
40.9615,23.1592,305.9,1.2,1.1,2024-05-01,0011,A,70,N
`,
    records: [
      [made, undefined, 40.96, 23.1482],
      [made, undefined, 40.9615, 23.1592],
    ],
  },
  {
    from: 'GBIF',
    what: 'tabs and Darwin Core names',
    file: 'occurrence.txt',
    content: tabbed(
      [
        'gbifID',
        'datasetKey',
        'occurrenceID',
        'scientificName',
        'locality',
        'decimalLatitude',
        'decimalLongitude',
        'coordinateUncertaintyInMeters',
        'elevation',
      ],
      [
        '4018000001',
        '50c9509d',
        'urn:obs:1',
        'Parus maior L.',
        'Lower wood',
        '47.12345',
        '8.54321',
        '25',
        '',
      ],
      [
        '4018000002',
        '50c9509d',
        'urn:obs:2',
        'Parus maior L.',
        'Lower wood',
        '47.12399',
        '8.54377',
        '25',
        '',
      ],
    ),
    records: [
      ['4018000001', anything, 47.12345, 8.54321],
      ['4018000002', anything, 47.12399, 8.54377],
    ],
  },
  {
    from: 'US Census Gazetteer',
    what: 'spaces behind the last name and in the numbers',
    file: '2023_Gaz_place_national.txt',
    content: tabbed(
      ['USPS', 'GEOID', 'ANSICODE', 'NAME', 'ALAND', 'INTPTLAT', 'INTPTLONG                    '],
      ['AL', '0100124', '02403054', 'Abbey city', '40255367', '31.564653', '-85.259026               '],
      ['AL', '0100460', '02403063', 'Adam city', '25379187', '33.601947', '-86.974937               '],
    ),
    records: [
      ['0100124', 'Abbey city', 31.564653, -85.259026],
      ['0100460', 'Adam city', 33.601947, -86.974937],
    ],
  },
  {
    from: 'NaPTAN',
    what: 'Easting and Northing beside Longitude and Latitude',
    file: 'Stops.csv',
    content: `ATCOCode,NaptanCode,CommonName,Street,Indicator,GridType,Easting,Northing,Longitude,Latitude,StopType
0100BRP90310,bstgwpa,Temple Meads,Redcliffe Way,stop S1,UKOS,359396,172388,-2.58569,51.44902,BCT
0100BRP90311,bstgwpm,Temple Meads,Redcliffe Way,stop S3,UKOS,359434,172413,-2.58515,51.44925,BCT
`,
    records: [
      ['0100BRP90310', 'Temple Meads', 51.44902, -2.58569],
      ['0100BRP90311', 'Temple Meads', 51.44925, -2.58515],
    ],
  },
  {
    from: 'Get information about schools',
    what: 'Easting and Northing alone',
    file: 'edubasealldata.csv',
    content: `"URN","LA (code)","EstablishmentName","Postcode","Easting","Northing"
"100000","201","Old Charter School","EC3A 5DE","533498","181201"
"100001","201","New Charter School","EC2Y 8BB","532301","181746"
`,
    fault: /metre|projected/i,
  },
  {
    from: 'data.police.uk',
    what: 'identifiers that are missing in some rows, a text column "Location"',
    file: '2024-03-metropolitan-street.csv',
    content: `Crime ID,Month,Reported by,Longitude,Latitude,Location,LSOA code,Crime type
,2024-03,Metropolitan Police,0.140634,51.583427,On or near Rams Grove,E01000027,Anti-social behaviour
,2024-03,Metropolitan Police,0.140192,51.582311,On or near Hatch Grove,E01000027,Anti-social behaviour
2aa67a1c9d,2024-03,Metropolitan Police,0.1359,51.5873,On or near Rams Grove,E01000027,Burglary
`,
    records: [
      [made, anything, 51.583427, 0.140634],
      [made, anything, 51.582311, 0.140192],
      [made, anything, 51.5873, 0.1359],
    ],
  },
  {
    from: 'Stadt Wien',
    what: 'WKT in SHAPE, identifiers of the web feature service',
    file: 'TRINKBRUNNENOGD.csv',
    content: `FID,OBJECTID,SHAPE,NAME,BEZIRK,SE_ANNO_CAD_DATA
TRINKBRUNNENOGD.1001,1001,POINT (16.3725 48.2082),Brunnen am Markt,1,
TRINKBRUNNENOGD.1002,1002,POINT (16.4021 48.2301),Brunnen im Park,20,
`,
    records: [
      [/1001$/, 'Brunnen am Markt', 48.2082, 16.3725],
      [/1002$/, 'Brunnen im Park', 48.2301, 16.4021],
    ],
  },
  {
    from: 'MeteoSwiss',
    what: 'Windows-1252, Swiss coordinates beside degrees',
    file: 'ogd-smn_meta_stations.csv',
    content:
      windows1252(`station_abbr;station_name;station_canton;station_height_masl;station_coordinates_lv95_east;station_coordinates_lv95_north;station_coordinates_wgs84_lat;station_coordinates_wgs84_lon
ZUX;Zürich / Hügel;ZH;555;2685110;1248066;47.3781;8.5658
GVX;Genève;GE;410;2498904;1122632;46.2475;6.1278
`),
    records: [
      ['ZUX', 'Zürich / Hügel', 47.3781, 8.5658],
      ['GVX', 'Genève', 46.2475, 6.1278],
    ],
    notes: /1252/,
  },
];
