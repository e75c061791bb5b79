import type { Coordinates, LocationRecord } from '../api.ts';
import type { Found } from '../live.ts';
import { makeButton } from '../make-element.ts';
import type { MapView } from '../map-view.ts';
import type { Mode } from '../on-map/modes.ts';
import { api, selection, service, status, view } from '../page.ts';
import { counted, namedText } from '../shown-text.ts';
import { isOnMap } from '../view-box.ts';
import { createBars } from './bars.ts';
import {
  type Change,
  type ChangeOutcome,
  type Content,
  contentAfter,
  contentOf,
  type Direction,
  describeOutcome,
  failureOf,
  isOver,
  isSame,
  pairText,
  rebase,
} from './change.ts';
import { type ChangeSet, describeSetOutcome, type SetOutcome } from './change-set.ts';
import { type Attempt, createEditing } from './editing.ts';
import { createHistory } from './history.ts';
import type { MoveHandle } from './move-handle.ts';
import { movedPlace, pointedPlace, shownPlace } from './moved-place.ts';
import { askBeforeChanging, askBeforeSaving, askBeforeStep, showSkipped } from './questions.ts';
import { createRecordForm } from './record-form.ts';

interface EditorEvents {
  /** Shows at once what was written. */
  readonly refresh: () => Promise<unknown>;
  readonly focusList: () => void;
  readonly onHistory: () => void;
}

export type Editor = ReturnType<typeof createEditor>;

/** Connects the form, the handle, the history and the map with the records. */
export function createEditor({ refresh, focusList, onHistory }: EditorEvents) {
  const { say } = status;
  const bars = createBars(() => editing.stopWaiting());
  const editing = createEditing({
    api,
    service,
    wait: () => new Promise((resolve) => setTimeout(resolve, 1000)),
    onHistory,
    onUnknown: bars.showPending,
  });
  createHistory(() => editing.sent);
  let map: MapView | undefined;
  let handle: MoveHandle | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let pendingChanges = 0;
  /** Counts all changes, so that a read across one is known to be old. */
  let changeCount = 0;

  /** The content and the record that the form was opened with. */
  let draft: { readonly id: string; readonly opened: Content } | undefined;

  let formPlace: Coordinates | undefined;

  /** The record that is being moved, and where it would come to. */
  let moving: { readonly record: LocationRecord; readonly place: Coordinates } | undefined;

  const creating: Mode = {
    line: 'Click where the record is. Esc cancels.',
    onPlace: create,
    onCancel() {
      if (form.isOpen && !draft?.opened) closeForm();
    },
  };

  const form = createRecordForm({
    onSave: () => void inTurn(save),
    onCancel() {
      closeForm();
      focusList();
    },
    onDelete: () => void deleteRecord(draft?.opened && { id: draft.id, ...draft.opened }),
    onPlace(place) {
      formPlace = place;
      if (map?.modes.current) handle?.show(place);
      else map?.select(place);
    },
  });

  selection.listen((record) => {
    // A form without changes belongs to the selected record, or to a new one while none is selected.
    if (form.isOpen && !form.isDirty && record && record.id !== draft?.id) closeForm();
    if (!form.isOpen && record?.id !== moving?.record.id) map?.modes.cancel();
  });
  addEventListener('beforeunload', (event) => {
    if (form.isDirty || pendingChanges > 0) event.preventDefault();
  });

  const undo = { label: 'Undo', run: () => void inTurn(() => step('undo')) };

  function open(listed: LocationRecord) {
    if (keepsForm()) return;
    map?.modes.cancel();
    // The list may not have been read again since a change.
    const record = latest(listed);
    selection.set(record);
    openForm(record, contentOf(record), false);
    form.focus();
  }

  function openForm(record: LocationRecord, opened: Content, isNew: boolean) {
    draft = { id: record.id, opened };
    form.open(record, isNew);
    if (isOnMap(record.coordinates)) map?.reveal(shownPlace(record.coordinates));
  }

  function closeForm() {
    form.close();
    map?.modes.end();
    handle?.show(undefined);
    // On a phone the map is larger now. MapLibre would hear of that a moment later.
    map?.resize();
    draft = undefined;
    map?.select(selection.record?.coordinates);
  }

  function create(place: Coordinates = view()) {
    const coordinates = pointedPlace(place, view().zoom);
    // Another click chooses another place for the record that is in the form.
    if (form.isOpen && !draft?.opened) return form.setPlace(coordinates);
    if (keepsForm()) return;
    selection.set(undefined);
    showCreating(coordinates);
    openForm({ id: '', coordinates }, undefined, true);
    form.focus();
  }

  /** While a new record is in the form, clicks and a handle choose its place. */
  function showCreating(place: Coordinates) {
    if (map?.modes.current !== creating) map?.modes.start(creating);
    handle?.show(place, 'The record in the form. Arrow keys move it.');
  }

  /** Whether the form has unsaved changes. If so, says that anything that would replace it has to wait. */
  function keepsForm(): boolean {
    if (!form.isDirty) return false;
    say('The form has unsaved changes. Save or cancel them first.');
    form.focus();
    return true;
  }

  /** A change begins when those before it have come to an end and are shown. */
  async function inTurn(work: () => Promise<void>): Promise<void> {
    changeCount++;
    pendingChanges++;
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    await turn.finally(() => {
      pendingChanges--;
    });
  }

  /** A record as it is after the changes before. */
  function latest(record: LocationRecord): LocationRecord {
    return selection.record?.id === record.id ? selection.record : record;
  }

  async function save() {
    const own = draft;
    const record = form.read();
    if (!own || !record) return;
    const change = { id: record.id, before: own.opened, after: contentOf(record) };
    if (isSame(change.before, change.after)) {
      closeForm();
      focusList();
      return say('There are no changes to save.');
    }
    form.setBusy(true);
    const { outcome, change: sent } = await insist(change, askAboutForm);
    form.setBusy(false);
    // Without its form, which can be closed before the outcome is known, it is said below the map.
    if (isOver(outcome) || !draft) {
      if (draft?.id === own.id) closeForm();
      await show(sent, outcome);
      focusList();
    } else if (outcome.kind !== 'differs') form.say(failureOf(outcome));
    else if (!own.opened && outcome.found) form.focusId();
    else form.focus();
  }

  /** Makes a change, and asks for another one in its place each time that the record has changed. */
  async function insist(
    change: Change,
    question: (change: Change, found: Content) => Promise<Change | undefined>,
  ): Promise<Attempt> {
    const outcome = await editing.change(change);
    const next = outcome.kind === 'differs' ? await question(change, outcome.found) : undefined;
    return next ? insist(next, question) : { change, outcome };
  }

  /** Asks what to do if the record of the form has changed; `undefined` keeps the form. */
  async function askAboutForm(change: Change, found: Content): Promise<Change | undefined> {
    const choice = await askBeforeSaving(change, found);
    if (choice === 'take') take(change.id, found);
    return choice === 'write' ? { ...change, before: found } : undefined;
  }

  function take(id: string, found: Content) {
    closeForm();
    selection.set(found && { id, ...found });
    if (found) openForm({ id, ...found }, found, false);
  }

  function move() {
    if (!map || !handle) return say('There is no map to move it on: edit its coordinates.');
    if (handle.isShown) return handle.focus();
    const { record } = selection;
    const start = form.isOpen ? formPlace : record?.coordinates;
    if (!start) return say('Select the record to move first.');
    map.modes.start({
      line: 'Click, drag the handle, or use the arrow keys. Esc puts it back.',
      buttons: [makeButton(form.isOpen ? 'Done' : 'Save', keepMove, 'small-button')],
      onPlace(place) {
        moveTo(movedPlace(start, place, view().zoom));
        handle?.focus();
      },
      onCancel() {
        moving = undefined;
        handle?.show(undefined);
        if (form.isOpen) form.setPlace(start);
        else focusList();
        say('Put back.');
      },
    });
    if (record && !form.isOpen) moving = { record, place: start };
    const name = record ? namedText(record) : 'the record';
    handle.show(start, `Move ${name} with the arrow keys. Enter confirms, Escape cancels.`);
    handle.focus();
  }

  function moveTo(place: Coordinates) {
    if (form.isOpen) return form.setPlace(place);
    if (moving) moving = { ...moving, place };
    handle?.show(place);
    say(`${pairText(place)}. Enter confirms, Escape cancels.`);
  }

  function keepMove() {
    const moved = moving;
    moving = undefined;
    map?.modes.end();
    handle?.show(undefined);
    if (!moved) return form.focus();
    focusList();
    const { record, place: coordinates } = moved;
    if (isSame(contentOf(record), { ...contentOf(record), coordinates })) return say('It was not moved.');
    map?.select(coordinates);
    void inTurn(async () => {
      const before = contentOf(latest(record));
      await make({ id: record.id, before, after: { ...before, coordinates } }, 'Move it anyway');
    });
  }

  function deleteRecord(record = selection.record) {
    if (!record) return say('Select the record to delete first.');
    void inTurn(async () => {
      const before = contentOf(latest(record));
      const isDone = await make({ id: record.id, before, after: undefined }, 'Delete it anyway');
      if (!isDone) return;
      if (draft?.id === record.id) closeForm();
      focusList();
    });
  }

  /**
   * Makes a change without a form. A move on top of another client's change keeps the description of that
   * client.
   */
  async function make(wanted: Change, label: string): Promise<boolean> {
    const { change, outcome } = await insist(wanted, async (asked, found) => {
      const next = rebase(asked, found);
      return (await askBeforeChanging(next, label)) ? next : undefined;
    });
    await show(change, outcome);
    return isOver(outcome);
  }

  async function step(direction: Direction) {
    if (editing.isSet(direction)) return stepSet(direction);
    let taken = await editing.step(direction);
    while (taken?.outcome.kind === 'differs') {
      const { found }: { readonly found: Content } = taken.outcome;
      const choice = await askBeforeStep({ ...taken.change, before: found }, direction);
      if (choice === 'forget') editing.forget(direction);
      if (choice !== 'write') break;
      taken = await editing.overwrite(direction, found);
    }
    if (!taken) return say(`There is nothing to ${direction}.`);
    await show(taken.change, taken.outcome, direction === 'undo' ? 'Undone. ' : 'Done again. ');
  }

  async function stepSet(direction: Direction) {
    const verb = direction === 'undo' ? 'Undo' : 'Redo';
    const taken = await editing.stepSet(direction, ({ title, changes }, count) =>
      bars.showProgress({ title: `${verb}: ${title}`, changes }, count),
    );
    if (taken) await showSet(taken, direction);
  }

  async function showSet(outcome: SetOutcome, direction?: Direction) {
    bars.hideProgress();
    const isUndoable = !direction && outcome.done.length > 0;
    say(describeSetOutcome(outcome, direction), isUndoable ? undo : undefined);
    await showMany();
    if (outcome.skipped.length > 0) await showSkipped(outcome.skipped);
  }

  async function deleteMany(records: readonly LocationRecord[]) {
    const title = `Deletion of ${counted(records.length, 'selected record')}`;
    const changes = records.map((record) => ({ id: record.id, before: contentOf(record), after: undefined }));
    await showSet(await editing.changeSet({ title, changes }, bars.showProgress));
  }

  /** Shows what many changes at once have made of the selected record, and of the map. */
  async function showMany() {
    const { record } = selection;
    const read = record && (await api.read(record.id));
    if (record && read?.kind === 'done' && !isSame(contentOf(read.value), contentOf(record)))
      showFound(record, read.value);
    await refresh();
  }

  /** Shows a selected record as it was found, unless the form has unsaved changes of it. */
  function showFound({ id }: LocationRecord, found: LocationRecord | undefined) {
    if (draft?.id === id && !form.isDirty) take(id, contentOf(found));
    else selection.set(found);
  }

  async function show(change: Change, outcome: ChangeOutcome, prefix?: string) {
    const { id } = change;
    const content = contentAfter(change, outcome);
    say(describeOutcome(change, outcome, prefix), isOver(outcome) && !prefix ? undo : undefined);
    if (draft?.id === id && draft.opened) {
      if (!form.isDirty) {
        if (content) openForm({ id, ...content }, content, false);
        else closeForm();
      } else if (content && isOver(outcome)) {
        draft = { id, opened: content };
        form.follow({ id, ...content });
      }
    }
    if (content) selection.set({ id, ...content });
    else if (selection.record?.id === id) selection.set(undefined);
    // The selection may be the same, with the ring still at the place that was refused.
    if (!form.isOpen) map?.select(selection.record?.coordinates);
    await refresh();
  }

  return {
    /** Opens the form for a new record; without a place it is in the middle of the view. */
    create,
    /** Opens the form for a new record at the place that is clicked next. */
    createAtClick() {
      if (!map) create();
      else if (!keepsForm()) map.modes.start(creating);
    },
    open,
    delete: () => deleteRecord(),
    /** Puts a handle at the selected record, or at that of the form, until its new place is kept or not. */
    move,
    /** Selects nothing, unless the form has unsaved changes. */
    deselect() {
      if (form.isDirty) return;
      if (form.isOpen) closeForm();
      selection.set(undefined);
    },
    step: (direction: Direction) => void inTurn(() => step(direction)),
    can: editing.can,
    /** Deletes records that are as the page shows them, in one step. */
    deleteMany: (records: readonly LocationRecord[]) => inTurn(() => deleteMany(records)),
    /** Takes part in the turns of changes with many at once, which are one step unless they are `undefined`. */
    changeMany: (work: () => Promise<ChangeSet | undefined>) =>
      inTurn(async () => {
        const set = await work();
        if (set) {
          editing.addSet(set);
          say(`${set.title}.`, undo);
        }
        await showMany();
      }),
    /** Reads the selected record again, and shows it. */
    async follow(): Promise<Found> {
      const { record } = selection;
      if (!record || pendingChanges > 0 || moving) return 'same';
      const start = changeCount;
      const read = await api.read(record.id);
      if (read.kind !== 'done') return 'failed';
      const isOld = start !== changeCount || moving || selection.record !== record;
      if (isOld || isSame(contentOf(read.value), contentOf(record))) return 'same';
      say(`${namedText(record)} was ${read.value ? 'changed' : 'deleted'} by another client.`);
      showFound(record, read.value);
      return 'changed';
    },
    /** Edits on the map, too, which comes later than the list or not at all. */
    attachMap(started: MapView) {
      map = started;
      handle = map.makeHandle({
        onMove: moveTo,
        onEnter: () => (form.isOpen ? form.focus() : keepMove()),
      });
      if (form.isOpen && formPlace && !draft?.opened) showCreating(formPlace);
    },
  };
}
