import { type Coordinates, findIdFault, type LocationRecord } from '../api.ts';
import { element, makeButton, makeElement } from '../make-element.ts';
import { escapeUnprintable, showText } from '../shown-text.ts';
import { describeDoubt, parseAngle, parseCoordinate, parsePlace } from './place-text.ts';

interface RecordFormEvents {
  onSave(): void;
  onCancel(): void;
  onDelete(): void;
  /** The coordinates are other ones, and are numbers. */
  onPlace(place: Coordinates): void;
}

export function createRecordForm(events: RecordFormEvents) {
  const panel = element('editor');
  const title = makeElement('h2', { className: 'panel-title' });
  const id = textField('Identifier');
  const shownId = makeElement('p', { className: 'form-id' });
  const description = makeElement('textarea', { rows: 3, dir: 'auto', className: 'field' });
  const keepsEmpty = makeElement('input', { type: 'checkbox' });
  const emptyLabel = makeElement('label', { className: 'check' }, keepsEmpty, 'Keep it as an empty text');
  const hint = makeElement('p', { className: 'form-hint' });
  const latitude = textField('Latitude');
  const longitude = textField('Longitude');
  const inputs = [id.input, latitude.input, longitude.input];
  const problem = makeElement('p', { className: 'problem', role: 'alert' });
  const save = makeElement('button', { type: 'submit', className: 'button button-main' }, 'Save');
  const remove = makeButton('Delete', events.onDelete, 'button button-danger');
  const form = makeElement(
    'form',
    { className: 'form', noValidate: true, autocomplete: 'off' },
    title,
    id.label,
    shownId,
    makeElement('label', { className: 'form-field' }, 'Description', description),
    emptyLabel,
    makeElement('div', { className: 'form-row' }, latitude.label, longitude.label),
    hint,
    problem,
    makeElement('div', { className: 'buttons' }, save, makeButton('Cancel', events.onCancel), remove),
  );
  panel.append(form);

  let opened: LocationRecord | undefined;
  let isNew = false;
  let isBusy = false;
  /** The place that was questioned, which is saved the second time. */
  let questioned = '';
  let filled = fields();

  function fields() {
    const place = `${latitude.input.value} ${longitude.input.value}`;
    return { id: id.input.value, description: hasDescription() && description.value, place };
  }

  /** An empty field is no description, unless it is said to be one. */
  function hasDescription() {
    return description.value !== '' || keepsEmpty.checked;
  }

  /** Fills the fields, except for those that the person has changed. */
  function fill(record: LocationRecord, keepsDescription: boolean, keepsPlace: boolean) {
    opened = record;
    const { latitude: north, longitude: east } = record.coordinates;
    const text = record.description?.replace(/\r\n?/g, '\n');
    if (!keepsDescription) {
      keepsEmpty.checked = text === '';
      description.value = text ?? '';
      description.setSelectionRange(0, 0);
      description.scrollTop = 0;
    }
    filled = { id: isNew ? record.id : '', description: text ?? false, place: `${north} ${east}` };
    if (keepsPlace) onInput();
    else setPlace(record.coordinates);
  }

  function setPlace(place: Coordinates) {
    latitude.input.value = String(place.latitude);
    longitude.input.value = String(place.longitude);
    onInput();
  }

  function fault(input: HTMLElement, message: string): undefined {
    problem.textContent = message;
    input.ariaInvalid = 'true';
    input.focus();
  }

  function clearFaults() {
    problem.textContent = '';
    for (const input of inputs) input.ariaInvalid = null;
  }

  function readDescription(): string | undefined {
    if (!hasDescription()) return undefined;
    // A text area makes one kind of line end of all.
    const isAsFilled = opened?.description !== undefined && description.value === filled.description;
    return isAsFilled ? opened?.description : description.value;
  }

  /** Returns the record in the fields, or says what is wrong with them. */
  function read(): LocationRecord | undefined {
    clearFaults();
    const idText = isNew ? id.input.value : (opened?.id ?? '');
    const idFault = findIdFault(idText);
    if (idFault) return fault(isNew ? id.input : save, idFault);
    const [north, east] = [parseCoordinate(latitude.input.value), parseCoordinate(longitude.input.value)];
    if ('fault' in north) return fault(latitude.input, `The latitude ${north.fault}.`);
    if ('fault' in east) return fault(longitude.input, `The longitude ${east.fault}.`);
    const coordinates = { latitude: north.value, longitude: east.value };
    if (!isConfirmed(coordinates)) return undefined;
    const text = readDescription();
    return { id: idText, ...(text !== undefined && { description: text }), coordinates };
  }

  /** Questions a new place that is none on the globe, once. */
  function isConfirmed(coordinates: Coordinates): boolean {
    const doubt = describeDoubt(coordinates);
    const { place } = fields();
    const isOld = !isNew && place === filled.place;
    if (doubt === undefined || isOld || questioned === place) return true;
    questioned = place;
    problem.textContent = `${doubt} Save again to keep it.`;
    return false;
  }

  /** Takes what people paste or type into either field: a pair for both, or degrees and minutes. */
  function takePlace(input: HTMLInputElement, text: string): boolean {
    const place = parsePlace(text);
    const angle = parseAngle(text);
    if (!place && !angle) return false;
    clearFaults();
    if (place) setPlace(place);
    else if (angle) {
      const isLatitude = angle.hemisphere === '' ? input === latitude.input : /[NS]/.test(angle.hemisphere);
      (isLatitude ? latitude : longitude).input.value = String(angle.value);
      onInput();
    }
    return true;
  }

  function onInput() {
    // A record without a description says nothing about empty ones.
    emptyLabel.hidden = description.value !== '' || opened?.description === undefined;
    const text = (readDescription() ?? '').replace(/[\t\r\n]/g, ' ');
    const isSeen = escapeUnprintable(text) === text;
    hint.textContent = isSeen ? '' : 'The description has invisible characters.';
    const [north, east] = [parseCoordinate(latitude.input.value), parseCoordinate(longitude.input.value)];
    if ('value' in north && 'value' in east) events.onPlace({ latitude: north.value, longitude: east.value });
  }

  form.addEventListener('input', () => {
    clearFaults();
    onInput();
  });
  for (const input of [latitude.input, longitude.input]) {
    input.addEventListener('paste', (event) => {
      if (!isBusy && takePlace(input, event.clipboardData?.getData('text/plain') ?? ''))
        event.preventDefault();
    });
    input.addEventListener('change', () => takePlace(input, input.value));
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isBusy && read()) events.onSave();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') events.onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });

  return {
    get isOpen() {
      return !panel.hidden;
    },
    get isDirty() {
      return !panel.hidden && JSON.stringify(fields()) !== JSON.stringify(filled);
    },
    /** Opens it with a record. A new one has an identifier that can be chosen. */
    open(record: LocationRecord, asNew: boolean) {
      isNew = asNew;
      questioned = '';
      clearFaults();
      title.textContent = isNew ? 'New record' : 'Edit record';
      form.ariaLabel = title.textContent;
      id.label.hidden = !isNew;
      id.input.value = isNew ? record.id : '';
      shownId.hidden = isNew;
      showText(shownId, record.id, 400);
      remove.hidden = isNew;
      panel.hidden = false;
      fill(record, false, false);
    },
    /** Updates all fields that the person has not changed to the current record. */
    follow(record: LocationRecord) {
      const { description: text, place } = fields();
      fill(record, text !== filled.description, place !== filled.place);
    },
    close() {
      panel.hidden = true;
      opened = undefined;
    },
    read,
    setPlace,
    say(text: string | undefined) {
      problem.textContent = text ?? '';
    },
    /** While it is sent, the fields keep showing what is being sent. A disabled button would lose the focus. */
    setBusy(busy: boolean) {
      isBusy = busy;
      save.ariaDisabled = String(busy);
      for (const input of [...inputs, description]) input.readOnly = busy;
      keepsEmpty.disabled = busy;
    },
    focus: () => (isNew ? id.input : description).focus(),
    /** Lets people choose another identifier. */
    focusId: () => id.input.select(),
  };
}

function textField(name: string) {
  const input = makeElement('input', { type: 'text', className: 'field', spellcheck: false });
  Object.assign(input, { autocomplete: 'off', autocapitalize: 'off' });
  return { input, label: makeElement('label', { className: 'form-field' }, name, input) };
}
