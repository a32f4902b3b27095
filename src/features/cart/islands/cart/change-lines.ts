import {
  type CartReply,
  cartQuantityPath,
  cartRemovePath,
  cartRestorePath,
  fragmentsField,
  lineKeyField,
  toCheckoutField,
} from '#features/cart/contract.ts';
import { collectFragments } from '#platform/fragments/browser/fragments.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { applyReply, refreshCart } from './cart-state.ts';
import { readCartTexts } from './texts.ts';

const saveDelay = 400;

interface LineStatus {
  /** Shows a text, with a button that repeats the failed call if `retry` is given. Null hides the text. */
  show(text: string | null, retry?: () => void): void;
}

interface PendingSave {
  timer?: ReturnType<typeof setTimeout> | undefined;
  send?: (() => Promise<void>) | undefined;
  done?: Promise<void> | undefined;
  call?: AbortController | undefined;
  /** Whether an aborted call may still have been executed by the server. */
  isUnsure: boolean;
}

const fieldPattern = /^quantity\[(.+)\]$/;

interface WatchedLines {
  stop(): void;
  /** Sends changes that are still delayed, and waits for all calls under way. */
  saveNow(): Promise<void>;
}

/**
 * Saves quantities when they change, and removes and restores lines without leaving the page.
 * @param root element around the forms, which also work without scripts
 */
export function watchLines(root: HTMLElement, status: LineStatus): WatchedLines {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const pending = new Map<string, PendingSave>();

  const cancel = (key: string): PendingSave => {
    const { timer, call: running, isUnsure = false } = pending.get(key) ?? {};
    clearTimeout(timer);
    running?.abort();
    const save: PendingSave = { isUnsure: isUnsure || running !== undefined };
    pending.set(key, save);
    return save;
  };
  const send = (key: string, quantity: number, field: HTMLInputElement | null): Promise<void> => {
    const save = cancel(key);
    save.call = new AbortController();
    save.done = sendQuantity(save.call, key, quantity, field);
    return save.done;
  };
  const sendQuantity = async (
    abort: AbortController,
    key: string,
    quantity: number,
    field: HTMLInputElement | null,
  ): Promise<void> => {
    const { alterQuantity } = readCartTexts();
    const fields = { [lineKeyField]: key, quantity: String(quantity) };
    const reply = await requestChange(alterQuantity, fields, abort.signal);
    if (abort.signal.aborted) return;
    pending.delete(key);
    if (reply.ok) {
      status.show(null);
      if (field) field.defaultValue = String(quantity);
      announce(reply.data.message);
      await applyReply(reply.data);
      if (quantity === 0) focusUndo(root);
      return;
    }
    const isRefused = reply.status >= 400 && reply.status < 500;
    if (!isRefused) return status.show(readCartTexts().notSaved, () => void send(key, quantity, field));
    status.show(reply.message);
    if (field) resetField(field);
    // The cart was changed in another tab or by another request.
    if (reply.status === 404 || reply.status === 409) await refreshCart();
  };
  const restore = async (key: string): Promise<void> => {
    const reply = await requestChange(readCartTexts().restoreLine, { [lineKeyField]: key });
    if (!reply.ok) return status.show(readCartTexts().notSaved, () => void restore(key));
    status.show(null);
    announce(reply.data.message);
    await applyReply(reply.data);
    root.querySelector<HTMLElement>(`input[name="quantity[${key}]"]`)?.focus({ preventScroll: true });
  };
  /** Makes no call for an invalid quantity: the browser shows its validation message. */
  const saveField = (field: HTMLInputElement, delay: number): void => {
    const key = fieldPattern.exec(field.name)?.[1];
    if (!key) return;
    const save = cancel(key);
    if (!field.reportValidity() || (field.value === field.defaultValue && !save.isUnsure)) return;
    save.send = () => send(key, field.valueAsNumber, field);
    save.timer = setTimeout(save.send, delay);
  };

  root.addEventListener(
    'change',
    ({ target }) => target instanceof HTMLInputElement && saveField(target, saveDelay),
    options,
  );
  root.addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('[data-step]');
      if (button) step(button);
    },
    options,
  );
  root.addEventListener(
    'submit',
    (event) => {
      const button = event.submitter as HTMLButtonElement | null;
      const form = event.target as HTMLFormElement;
      const action = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
      const isHandled = [cartQuantityPath, cartRemovePath, cartRestorePath].includes(action);
      if (!isHandled || button?.name === toCheckoutField) return;
      event.preventDefault();
      if (action === cartRemovePath) void send(button?.value ?? '', 0, null);
      else if (action === cartRestorePath) void restore(button?.value ?? '');
      else for (const field of listFields(form)) saveField(field, 0);
    },
    options,
  );
  return {
    stop: () => controller.abort(),
    saveNow: async () => {
      await Promise.all([...pending.values()].map((save) => save.send?.() ?? save.done));
    },
  };
}

function requestChange(action: string, fields: Readonly<Record<string, string>>, signal?: AbortSignal) {
  const fragments = JSON.stringify(collectFragments());
  const body = new URLSearchParams({ action, ...fields, [fragmentsField]: fragments });
  return call<CartReply>(readConfig()?.ajax ?? '', { method: 'POST', body, signal });
}

const listFields = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element) => element instanceof HTMLInputElement && fieldPattern.test(element.name),
  ) as HTMLInputElement[];

/** Changes the field beside a button by one step. At a limit the browser's validation message names the limit. */
function step(button: HTMLElement): void {
  const field = button.parentElement?.querySelector('input');
  if (!field) return;
  const before = field.value;
  const direction = Number(button.dataset.step);
  if (direction > 0) field.stepUp();
  else field.stepDown();
  if (field.value !== before) {
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  field.value = String(Number(before) + direction);
  field.reportValidity();
  field.value = before;
}

function resetField(field: HTMLInputElement): void {
  field.value = field.defaultValue;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Moves the focus to the button that restores the line: the focused button was removed together with the line. */
function focusUndo(root: HTMLElement): void {
  const undo = `[formaction="${cartRestorePath}"], form[action="${cartRestorePath}"] button`;
  root.querySelector<HTMLElement>(undo)?.focus({ preventScroll: true });
}
