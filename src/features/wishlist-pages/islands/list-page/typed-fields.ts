import { formatShownRows, getNoteChecksum, type ShownRow } from '#features/wishlist-pages/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { write } from '../wishlist/calls.ts';

/** Milliseconds without changes until a quantity is saved. */
const saveDelay = 1_000;
/** Maximum milliseconds that following a link waits for saving. Slower calls finish while the next page loads. */
const longestWait = 1_000;

type FieldKind = 'quantity' | 'note';

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

/** Fields whose typed values are saved automatically. */
export interface TypedFields {
  /** Whether a typed value was not sent yet, or its call is still running. */
  hasUnsaved(): boolean;
  saveNow(): Promise<void>;
}

/** Saves fields of one kind when the page is left or hidden: phones end hidden pages without a further event. */
export function watchTypedFields(element: HTMLElement, kind: FieldKind, signal: AbortSignal) {
  const calls = new Map<
    Element,
    { readonly value: string; readonly abort: () => void; readonly done: Promise<void> }
  >();

  // Quantities are sent once for each time that somebody types: not what a browser restores, and not again after a refusal.
  const typedQuantities = new WeakSet<EventTarget>();
  if (kind === 'quantity')
    element.addEventListener('input', ({ target }) => target && typedQuantities.add(target), { signal, capture: true });
  const isUnsaved = ({ field }: TypedField) =>
    (kind !== 'quantity' || typedQuantities.has(field)) &&
    // Compare with the value of the running call, if any: the server may have saved it already.
    isOwner(field.form) &&
    field.checkValidity() &&
    field.value !== (calls.get(field)?.value ?? field.defaultValue);
  const save = ({ itemId, field }: TypedField) => {
    const { value } = field;
    typedQuantities.delete(field);
    const controller = new AbortController();
    calls.get(field)?.abort();
    const send = async () => {
      const retry = kind === 'quantity' ? () => save({ kind, itemId, field }) : undefined;
      const options = { near: element, retry, signal: controller.signal, keepalive: true };
      const reply = await write(kind, { item_id: itemId, [kind]: value }, options);
      if (controller.signal.aborted) return;
      calls.delete(field);
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

/** Saves quantities on the owner's page automatically, with a separate timer and call for each row. */
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
        // Enter in a quantity field must not submit the form.
        else if (type === 'keydown') (event as KeyboardEvent).key === 'Enter' && event.preventDefault();
        // Restore the last quantity in a field that was left empty. The browser reports other invalid values.
        else if (field.value === '' && !field.validity.badInput) {
          field.value = field.defaultValue;
          schedule(typed);
        } else field.reportValidity();
      },
      { signal },
    );
  return fields;
}

/**
 * Returns whether the page is the owner's: a viewer's quantities are only for the cart. The server checks permissions
 * for each call.
 */
function isOwner(form: HTMLFormElement | null): boolean {
  const options = JSON.parse(form?.dataset.fragmentOptions ?? '{}') as { readonly is_user_owner?: boolean };
  return options.is_user_owner === true;
}

/** Writes the values for `shownField`: as the server rendered the form, or as they were saved automatically since. */
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

/**
 * Follows links in the list only after typed values are saved, so that a page of the same list shows these values.
 */
export function watchLeaving(element: HTMLElement, typed: readonly TypedFields[], signal: AbortSignal): void {
  const follow = async (href: string) => {
    const timeout = new Promise((resolve) => setTimeout(resolve, longestWait));
    await Promise.race([Promise.all(typed.map((fields) => fields.saveNow())), timeout]);
    location.assign(href);
  };
  // Listen on the window: scripts that handle a link in another way, such as in a popup, run first.
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

/** Returns whether the browser would load another page of the shop in this tab. */
function isFollowedHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
  if (link.hasAttribute('download') || !['', '_self'].includes(link.target)) return false;
  const { origin, pathname, search, hash } = link;
  const isSamePage = pathname === location.pathname && search === location.search && hash !== '';
  return origin === location.origin && !isSamePage;
}
