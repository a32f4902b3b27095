import { formatShownRows, getNoteChecksum, type ShownRow } from '#features/wishlist-pages/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { write } from '../wishlist/calls.ts';

/** Milliseconds without changes until a quantity is saved. */
const saveDelay = 1_000;
/** Milliseconds that a link waits for what was typed. What takes longer is saved while the next page loads. */
const longestWait = 1_000;

type FieldKind = 'quantity' | 'note';

/** A field of a row. */
interface TypedField {
  readonly kind: FieldKind;
  readonly itemId: string;
  readonly field: HTMLInputElement | HTMLTextAreaElement;
}

const fieldPattern = /^items\[(\d+)\]\[(quantity|note)\]$/;

function readField(field: EventTarget | null): TypedField | null {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  const [, itemId, kind] = fieldPattern.exec(field.name) ?? [];
  return itemId === undefined ? null : { kind: kind as FieldKind, itemId, field };
}

const listFields = (parent: Element): TypedField[] =>
  [...parent.querySelectorAll('input, textarea')].flatMap((field) => readField(field) ?? []);

/** Fields that are saved by themselves. */
export interface TypedFields {
  /** Whether something that was typed was not sent, or not answered yet. */
  hasUnsaved(): boolean;
  /** Sends what was typed, and waits for the calls. */
  saveNow(): Promise<void>;
}

/** Saves fields of one kind when the page is left or hidden: phones end hidden pages without a further event. */
export function watchTypedFields(element: HTMLElement, kind: FieldKind, signal: AbortSignal) {
  /** The calls that are under way. */
  const calls = new Map<
    Element,
    { readonly value: string; readonly abort: () => void; readonly done: Promise<void> }
  >();

  const isUnsaved = ({ field }: TypedField) =>
    // The server may have carried out the call that is under way.
    isOwner(field.form) && field.checkValidity() && field.value !== (calls.get(field)?.value ?? field.defaultValue);
  const save = ({ itemId, field }: TypedField) => {
    const { value } = field;
    const controller = new AbortController();
    calls.get(field)?.abort();
    const send = async () => {
      const retry = kind === 'quantity' ? () => save({ kind, itemId, field }) : undefined;
      const options = { near: element, retry, signal: controller.signal, keepalive: true };
      const reply = await write(kind, { item_id: itemId, [kind]: value }, options);
      if (controller.signal.aborted) return;
      calls.delete(field);
      // What was typed stays after a failure.
      if (!reply) return;
      field.defaultValue = value;
      if (kind === 'quantity') announce(reply.message);
    };
    calls.set(field, { value, abort: () => controller.abort(), done: send() });
  };
  const listUnsaved = () => listFields(element).filter((typed) => typed.kind === kind && isUnsaved(typed));
  const saveNow = async () => {
    for (const typed of listUnsaved()) save(typed);
    await Promise.all([...calls.values()].map(({ done }) => done));
  };
  addEventListener('pagehide', () => void saveNow(), { signal });
  document.addEventListener('visibilitychange', () => document.hidden && void saveNow(), { signal });
  const saveIfUnsaved = (typed: TypedField) => isUnsaved(typed) && save(typed);
  return { hasUnsaved: () => calls.size > 0 || listUnsaved().length > 0, saveNow, saveIfUnsaved };
}

/** Saves the quantities of an owner by themselves, each row by its own timer and call. */
export function watchQuantities(element: HTMLElement, signal: AbortSignal): TypedFields {
  const fields = watchTypedFields(element, 'quantity', signal);
  const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();
  const schedule = (typed: TypedField) => {
    clearTimeout(timers.get(typed.field));
    timers.set(
      typed.field,
      setTimeout(() => fields.saveIfUnsaved(typed), saveDelay),
    );
  };
  for (const type of ['input', 'change', 'keydown'] as const)
    element.addEventListener(
      type,
      (event) => {
        const typed = readField(event.target);
        if (typed?.kind !== 'quantity') return;
        const { field } = typed;
        if (type === 'input') schedule(typed);
        // Enter in a field of a quantity does not send the form.
        else if (type === 'keydown') (event as KeyboardEvent).key === 'Enter' && event.preventDefault();
        // Left empty: the last quantity counts. The browser says what is wrong with any other.
        else if (field.value === '' && !field.validity.badInput) {
          field.value = field.defaultValue;
          schedule(typed);
        } else field.reportValidity();
      },
      { signal },
    );
  return fields;
}

/** What the server says to scripts: a viewer's quantity is for the cart only. It checks each call all the same. */
function isOwner(form: HTMLFormElement | null): boolean {
  const options = JSON.parse(form?.dataset.fragmentOptions ?? '{}') as { readonly is_user_owner?: boolean };
  return options.is_user_owner === true;
}

/** What a form shows of its rows: as the server sent it, or what was saved by itself since. */
export function formatShownForm(form: HTMLFormElement): string {
  const rows = new Map<string, ShownRow>();
  for (const { kind, itemId, field } of listFields(form)) {
    const row = rows.get(itemId) ?? { itemId: Number(itemId), quantity: null, noteChecksum: null };
    const { defaultValue } = field;
    const isQuantity = kind === 'quantity';
    const shown = isQuantity ? { quantity: Number(defaultValue) } : { noteChecksum: getNoteChecksum(defaultValue) };
    rows.set(itemId, { ...row, ...shown });
  }
  return formatShownRows([...rows.values()]);
}

/** Follows a link of the list once what was typed is saved, so that a page of the same list shows it. */
export function watchLeaving(element: HTMLElement, typed: readonly TypedFields[], signal: AbortSignal): void {
  const follow = async (href: string) => {
    const timeout = new Promise((resolve) => setTimeout(resolve, longestWait));
    await Promise.race([Promise.all(typed.map((fields) => fields.saveNow())), timeout]);
    location.assign(href);
  };
  // On the window: after scripts that open a link in another way, such as in a popup.
  addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('.wishlist a[href]');
      if (!link || !element.contains(link) || !isFollowedHere(event, link)) return;
      if (!typed.some((fields) => fields.hasUnsaved())) return;
      event.preventDefault();
      void follow(link.href);
    },
    { signal },
  );
}

/** Whether the browser would show another page of the shop in this tab. */
function isFollowedHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
  if (link.hasAttribute('download') || !['', '_self'].includes(link.target)) return false;
  const { origin, pathname, search, hash } = link;
  const isSamePage = pathname === location.pathname && search === location.search && hash !== '';
  return origin === location.origin && !isSamePage;
}
