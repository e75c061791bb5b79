// What the page runs. The list, the search and the forms come first; the map follows, or is missing.
import type { Box, Coordinates, LocationRecord } from './api.ts';
import { chooseShortcuts, createChosenBar } from './chosen/choosing.ts';
import { formatHash, parseHash, type View } from './deep-link.ts';
import { createEditCommands, editShortcuts } from './editing/edit-commands.ts';
import { createEditor, type Editor } from './editing/editor.ts';
import { shownPlace } from './editing/moved-place.ts';
import { fillEmptyState } from './empty-state.ts';
import { createHelp } from './help.ts';
import { type Found, keepLive, takeTurns } from './live.ts';
import { element, makeElement, makeIcon } from './make-element.ts';
import { loadSettings } from './map-style.ts';
import { createOffMapList } from './off-map-list.ts';
import { api, box, chosen, selection, service, status, view, world } from './page.ts';
import { createRecordPanel } from './record-panel.ts';
import { createRecordsInView } from './records-in-view.ts';
import { createRecordsList } from './records-list.ts';
import { createSearchBox } from './search/search-box.ts';
import { nameOf } from './shown-text.ts';
import { createExportMenu } from './transfer/export-menu.ts';
import { acceptDrops, createImportButton } from './transfer/import-button.ts';
import { builtInZoom, isOnMap, ownStyleZoom } from './view-box.ts';

const link = parseHash(location.hash);
const pageTitle = document.title;

addEventListener('error', ({ message }) => reportFailure(message));
addEventListener('unhandledrejection', ({ reason }) => reportFailure(String(Object(reason).message)));

const settingsComing = loadSettings(new URL('-/map/settings.json', service));
const list = createRecordsList(element('records'), { onSelect: selection.set, onOpen: openRecord }, true);
const inView = createRecordsInView(list);
const firstList = inView.refresh();
const settings = await settingsComing;
createRecordPanel(() => {
  selection.set(undefined);
  list.focus();
});

const exportMenu = createExportMenu(() => ({ inView: inView.count, all: inView.total }));
element('actions').append(exportMenu.button);
const editor = settings.mode === 'edit' ? startEditing() : undefined;
if (!editor) {
  document.body.classList.add('is-view-only');
  acceptDrops(() => status.say('This map is for viewing: nothing can be imported here.'));
}

const refreshOffMap = createOffMapList(openRecord);
createSearchBox({ onGoTo: showPlace, onSelect: goTo, onOpen: openRecord });
createChosenBar({
  exportButton: exportMenu.chosenButton,
  chooseAll: list.chooseAll,
  deleteAll: editor && (() => void deleteChosen(editor)),
  focusList: list.focus,
});
createHelp([...(editor ? editShortcuts : []), ...chooseShortcuts]);
element('more').append(makeIcon('more'));

selection.listen((record) => {
  if (record) status.problem('record', undefined);
  world.map?.select(record?.coordinates);
  document.title = record ? `${nameOf(record, 60)} · ${pageTitle}` : pageTitle;
  showRecordPanel();
  // The panel has made the list shorter.
  list.select(record?.id);
  showLink();
});
// One of the two panels is seen.
new MutationObserver(showRecordPanel).observe(element('editor'), { attributeFilter: ['hidden'] });

element('skip').addEventListener('click', (event) => {
  // The hash belongs to the view.
  event.preventDefault();
  list.focus();
});
addEventListener('hashchange', () => void follow(parseHash(location.hash)));

await Promise.all([firstList, follow(link)]);
await startMap();
keepLive({
  service,
  box,
  isSignedOut: () => api.isSignedOut,
  isCounting: () => inView.isCounting,
  async refresh() {
    if (!(await refresh())) return false;
    await Promise.all([followSelected(), inView.readTotal(), refreshOffMap()]);
    return true;
  },
  look: takeTurns([
    () => (world.map?.hasFailedTiles ? Promise.resolve('changed') : undefined),
    inView.look,
    inView.lookAtTotal,
    () => (selection.record && !inView.has(selection.record) ? followSelected() : undefined),
  ]),
});

/** Makes what changes records, with its buttons. */
function startEditing(): Editor {
  const started = createEditor({ refresh, focusList: list.focus, onHistory: () => showSteps() });
  const showSteps = createEditCommands(started);
  showSteps();
  element('actions').prepend(createImportButton(started.changeMany));
  fillEmptyState(started.changeMany);
  return started;
}

async function deleteChosen({ deleteMany }: Editor) {
  const { records } = chosen;
  chosen.clear();
  list.focus();
  await deleteMany(records);
  // The item that had the focus may be gone.
  if (document.activeElement === document.body) list.focus();
}

/** Draws the map. Where that fails, the list has all records. */
async function startMap() {
  try {
    const { startMap: draw } = await import('./map-view.ts');
    const map = await draw(
      { container: element('map'), service, firstView: () => world.firstView, settings },
      {
        onCities(cities) {
          world.cities = cities;
        },
        onMove() {
          showLink();
          void inView.refresh();
        },
        onRecord: (id) => void selectById(id),
        onSingle: (area) => void selectSingle(area),
        onNothing: () => (editor ? editor.deselect() : selection.set(undefined)),
        menuAt: (place) =>
          editor ? [{ label: 'New record here', onChoose: () => editor.create(place) }] : [],
        onPointer(place) {
          const { latitude, longitude } = place ?? {};
          element('pointer').textContent = place ? `${latitude?.toFixed(5)}, ${longitude?.toFixed(5)}` : '';
        },
        onProblem: (message) => status.problem('tiles', message),
        onStyleProblem: (message) => status.problem('style', message),
      },
    );
    world.map = map;
    map.select(selection.record?.coordinates);
    editor?.attachMap(map);
    showLink();
    if (!world.firstView) await inView.refresh();
  } catch (error) {
    world.hasNoMap = true;
    const reason =
      error instanceof TypeError
        ? 'The map cannot be loaded.'
        : 'This browser has no WebGL 2, which the map needs.';
    const text = `${reason} The list, the search and the forms work without it.`;
    element('map').replaceChildren(makeElement('p', { className: 'no-map' }, text));
    await inView.refresh();
  }
}

function moveTo(next: View) {
  if (world.map) world.map.moveTo(next);
  else world.firstView = next;
}

/** Shows at once what was written; `false` if that fails. */
async function refresh(): Promise<boolean> {
  // A tile that fails is taken off the map, so the list is read first.
  const isRead = await inView.refresh();
  if (isRead) world.map?.refresh();
  return isRead;
}

/** Follows a link to its view or, without one, to its record. */
async function follow({ view: linked, record }: ReturnType<typeof parseHash>) {
  if (linked) moveTo(linked);
  if (record === undefined || record === selection.record?.id) return;
  await selectById(record);
  if (!linked && selection.record) goTo(selection.record);
}

/** Selects a record, and shows its place. */
function goTo(record: LocationRecord) {
  selection.set(record);
  if (isOnMap(record.coordinates)) showPlace(shownPlace(record.coordinates));
  else status.say('This record is outside the map.');
}

function showPlace(place: Coordinates) {
  // A record that is shown from afar is zoomed to, as far as what is around it is on the map.
  const detailZoom = world.map?.detailZoom ?? (settings.style === undefined ? builtInZoom : ownStyleZoom);
  moveTo({ ...place, zoom: Math.max(view().zoom, detailZoom) });
}

function openRecord(record: LocationRecord) {
  if (editor) editor.open(record);
  else selection.set(record);
}

async function selectSingle(area: Box) {
  const outcome = await api.list(area, 1);
  const [record] = outcome.kind === 'done' ? outcome.value.records : [];
  if (record) selection.set(record);
}

/** Reads the record, since a tile has its coordinates rounded and its description cut. */
async function selectById(id: string) {
  const outcome = await api.read(id);
  const record = outcome.kind === 'done' ? outcome.value : undefined;
  const missing = record ? undefined : 'This record does not exist.';
  status.problem('record', outcome.kind === 'done' ? missing : outcome.message);
  if (record) selection.set(record);
}

/** Reads the selected record again, and shows it. */
async function followSelected(): Promise<Found> {
  if (editor) return editor.follow();
  const { record } = selection;
  const outcome = record && (await api.read(record.id));
  if (outcome?.kind !== 'done') return outcome ? 'failed' : 'same';
  if (selection.record === record) selection.set(outcome.value);
  return selection.record === record ? 'same' : 'changed';
}

function showRecordPanel() {
  element('record').hidden = !selection.record || !element('editor').hidden;
  world.map?.resize();
}

function reportFailure(message: string) {
  status.problem('page', `Something went wrong: ${message}`);
}

function showLink() {
  history.replaceState(null, '', formatHash({ view: view(), record: selection.record?.id }));
}
