/** For scripts that send a form by a call, where checks are not told of by `submit`. */

const fillEvent = 'vt:fill-bot-check';

interface FillDetail {
  readonly waitFor: (filled: Promise<void>) => void;
}

/** Waits until the check of a form, if it has one, has filled in its answer. Read the form at once: the answer goes again. */
export async function fillBotCheck(form: HTMLFormElement): Promise<void> {
  const fills: Promise<void>[] = [];
  const detail: FillDetail = { waitFor: (filled) => void fills.push(filled) };
  form.dispatchEvent(new CustomEvent(fillEvent, { detail }));
  await Promise.all(fills);
}

/** Lets a check answer `fillBotCheck`. @param fill must not reject */
export function onFillBotCheck(form: HTMLFormElement, fill: () => Promise<void>, signal: AbortSignal): void {
  const listen = (event: Event) => (event as CustomEvent<FillDetail>).detail.waitFor(fill());
  form.addEventListener(fillEvent, listen, { signal });
}
