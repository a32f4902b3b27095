import { getWishlistCallPath, type WishlistReply, type WishlistWrite } from '#features/wishlists/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import type { CallResult, Failure } from '#platform/http/browser/request.ts';
import { showToast, type ToastAction } from '#platform/islands/browser/toast.ts';
import { showAlert } from '#ui/browser/alert.ts';
import { readWishlistConfig } from './config.ts';

/** Milliseconds after which a call counts as failed. */
const callTimeout = 20_000;

type Fields = Readonly<Record<string, string | number | readonly (string | number)[]>>;

interface WriteOptions {
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

/**
 * Sends a write. When cookies are off, sends nothing and tells the shopper.
 * @returns null when nothing was sent
 */
export async function sendWrite(
  write: WishlistWrite,
  fields: Fields,
  options: WriteOptions = {},
): Promise<CallResult<WishlistReply> | null> {
  if (!hasCookies()) return null;
  const path = getWishlistCallPath(readConfig()?.rest ?? '', write);
  const timeout = AbortSignal.timeout(callTimeout);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const reply = await call<WishlistReply>(path, { method: 'POST', body: fields, ...options, signal });
  // A missing row or list was removed elsewhere, so refresh the state: the reply contains the current count.
  if (!reply.ok && reply.status === 404) document.dispatchEvent(new CustomEvent('vt:written', { detail: { path } }));
  return reply;
}

interface FailureOptions extends WriteOptions {
  /** Element beside which the failure is shown. */
  readonly near: Element;
  readonly retry?: (() => void) | undefined;
}

/**
 * Sends a write, and shows an error message when it fails.
 * @returns null when the write failed or was not sent
 */
export async function write(
  name: WishlistWrite,
  fields: Fields,
  { near, retry, ...options }: FailureOptions,
): Promise<WishlistReply | null> {
  const reply = await sendWrite(name, fields, options);
  if (reply?.ok) return reply.data;
  if (reply && !options.signal?.aborted) showToast({ kind: 'error', text: formatFailure(reply), near, retry });
  return null;
}

export function showSuccess(text: string, near: Element, actions: readonly ToastAction[] = []): void {
  showToast({ kind: 'success', text, near, actions, timeout: readWishlistConfig().timeout });
}

/** Returns whether the browser accepts cookies. If not, tells the shopper. */
export function hasCookies(): boolean {
  if (navigator.cookieEnabled) return true;
  showAlert(readWishlistConfig().texts.cookiesOff, { label: '', okLabel: '', isNative: true });
  return false;
}

/** Returns whether the server has refused the write for a reason. After other failures a retry may succeed. */
export const isRefusal = ({ status }: Failure): boolean => status >= 400 && status < 500;

/** Returns the message for the shopper: the server's reason after a refusal, else a general text. */
export function formatFailure(failure: Failure): string {
  const { message } = failure;
  return isRefusal(failure) && message !== '' ? message : [readWishlistConfig().texts.failed, message].join(' ').trim();
}

/** Reads the fields of a form, with a list for several values of one name. Leaves files out. */
export function readFields(form: HTMLFormElement): Record<string, string | string[]> {
  const data = new FormData(form);
  const fields: Record<string, string | string[]> = {};
  for (const name of data.keys()) {
    const [value = '', ...others] = data.getAll(name).filter((each) => typeof each === 'string');
    fields[name] = others.length > 0 ? [value, ...others] : value;
  }
  return fields;
}
