// What the page runs: it finds its elements, and connects the map with the list and the link.
import { type Coordinates, createApi, type LocationRecord } from './api.ts';
import { type BaseMap, decodeBaseMap } from './base-map/base-map.ts';
import { baseStyle } from './base-map/base-style.ts';
import { createCopies } from './copies.ts';
import { formatHash, parseHash, type View } from './deep-link.ts';
import { createEditCommands } from './editing/edit-commands.ts';
import { createEditor } from './editing/editor.ts';
import { shownPlace } from './editing/moved-place.ts';
import { keepLive, takeTurns } from './live.ts';
import { describeRefusedStyle, loadMapStyle } from './map-style.ts';
import { createMapView } from './map-view.ts';
import { createOffMapList } from './off-map-list.ts';
import { createRecordsInView } from './records-in-view.ts';
import { createRecordsList } from './records-list.ts';
import { createSearchBox } from './search/search-box.ts';
import { createSelection } from './selection.ts';
import { createStatus } from './status.ts';
import { createExportMenu } from './transfer/export-menu.ts';
import { createImportButton } from './transfer/import-button.ts';
import { isOnMap } from './view-box.ts';

/** The names of files that the build has made; they are beside the script. */
declare const workerFile: string;
declare const baseMapFile: string;

const wholeWorld: View = { zoom: 1, latitude: 25, longitude: 10 };

/** A record that is shown from afar is zoomed to. */
const recordZoom = 12;

const service = new URL('../', location.href);
const api = createApi(service);
const status = createStatus({ event: element('event'), view: element('status'), alert: element('problem') });
const selection = createSelection();
const link = parseHash(location.hash);

addEventListener('error', ({ message }) => reportFailure(message));
addEventListener('unhandledrejection', ({ reason }) => reportFailure(String(Object(reason).message)));

const [baseMap, ownStyle] = await Promise.all([loadBaseMap(), loadOwnStyle()]);

const list = createRecordsList(element('records'), {
  onSelect: (record) => selection.set(record),
  onOpen: openRecord,
});

const map = createMapView(
  {
    container: element('map'),
    service,
    worker: workerUrl(),
    view: link.view ?? wholeWorld,
    baseStyle: (theme) => baseStyle(decodeBaseMap(baseMap), theme),
    ownStyle,
  },
  {
    onMove() {
      showLink();
      void inView.refresh();
    },
    onRecord: (id) => void selectById(id),
    onPlace: (place) => editor.create(place),
    onPointer(place) {
      const { latitude, longitude } = place ?? {};
      element('pointer').textContent = place ? `${latitude?.toFixed(5)}, ${longitude?.toFixed(5)}` : '';
    },
    onProblem: (message) => status.problem('tiles', message),
    onStyleRefused: (message) => status.problem('style', describeRefusedStyle(message)),
  },
);

const inView = createRecordsInView({
  api,
  list,
  status,
  title: element('list-title'),
  note: element('list-note'),
  sort: element('sort') as HTMLSelectElement,
  box: map.box,
  middle: map.view,
});
const refreshOffMap = createOffMapList({ container: element('off-map'), api, selection, onOpen: openRecord });
createSearchBox({
  container: element('search'),
  api,
  service,
  box: map.box,
  cities: () => baseMap.cities,
  onGoTo: showPlace,
  onSelect: goTo,
  onOpen: openRecord,
});
createCopies({ container: element('copies'), selection, status });
element('actions').append(
  createImportButton({ api, status, changeMany: (work) => editor.changeMany(work) }),
  createExportMenu({ service, box: map.box }),
);

const editor = createEditor({
  api,
  service,
  map,
  selection,
  status,
  form: element('editor'),
  history: element('history'),
  async refresh() {
    if (await inView.refresh()) map.refresh();
  },
  focusList: list.focus,
  onHistory: () => showSteps(),
});
const showSteps = createEditCommands({
  editor,
  selection,
  actions: element('actions'),
  side: element('side'),
  form: element('editor'),
  history: element('history'),
});
showSteps();
// The panels beside the map have changed its size, which MapLibre does not notice before its first frame.
map.maplibre.resize();

selection.listen((record) => {
  list.select(record?.id);
  if (record) status.problem('record', undefined);
  map.select(record?.coordinates);
  showLink();
});

element('skip').addEventListener('click', (event) => {
  // The hash belongs to the view.
  event.preventDefault();
  list.focus();
});
addEventListener('hashchange', () => void follow(parseHash(location.hash)));

keepLive({
  service,
  box: map.box,
  isCounting: () => inView.isCounting,
  async refresh() {
    // A tile that fails is taken off the map, so the list is read first.
    if (!(await inView.refresh())) return false;
    map.refresh();
    await Promise.all([editor.follow(), inView.readTotal(), refreshOffMap()]);
    return true;
  },
  look: takeTurns([
    inView.look,
    inView.lookAtTotal,
    () => (selection.record && !inView.has(selection.record) ? editor.follow() : undefined),
  ]),
});
await follow(link);

/** Follows a link to its view or, without one, to its record. */
async function follow({ view, record }: ReturnType<typeof parseHash>) {
  if (view) map.moveTo(view);
  if (record === undefined || record === selection.record?.id) return;
  await selectById(record);
  if (!view && selection.record) goTo(selection.record);
}

/** Selects a record, and shows its place. */
function goTo(record: LocationRecord) {
  selection.set(record);
  if (isOnMap(record.coordinates)) showPlace(shownPlace(record.coordinates));
  else status.say('This record is outside the map.');
}

function showPlace(place: Coordinates) {
  map.moveTo({ ...place, zoom: Math.max(map.view().zoom, recordZoom) });
}

function openRecord(record: LocationRecord) {
  editor.open(record);
}

/** Reads the record, since a tile has its coordinates rounded and its description cut. */
async function selectById(id: string) {
  const outcome = await api.read(id);
  const record = outcome.kind === 'done' ? outcome.value : undefined;
  const missing = record ? undefined : 'This record does not exist.';
  // As a problem, since the number of records in view comes to the status at any time.
  status.problem('record', outcome.kind === 'done' ? missing : outcome.message);
  if (record) selection.set(record);
}

/** Such as a browser without WebGL 2, which MapLibre needs. */
function reportFailure(message: string) {
  status.problem('page', `Something went wrong: ${message}`);
}

function showLink() {
  history.replaceState(null, '', formatHash({ view: map.view(), record: selection.record?.id }));
}

async function loadBaseMap() {
  const response = await fetch(new URL(baseMapFile, import.meta.url));
  return (await response.json()) as BaseMap;
}

/**
 * Browsers cache the worker with its policy, so it has another URL if the style may load from any host.
 */
function workerUrl(): URL {
  return new URL(`${workerFile}${ownStyle ? '?style' : ''}`, import.meta.url);
}

async function loadOwnStyle() {
  try {
    return await loadMapStyle(new URL('-/map/settings.json', service));
  } catch (error) {
    status.problem('style', (error as Error).message);
    return undefined;
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element "${id}".`);
  return found;
}
