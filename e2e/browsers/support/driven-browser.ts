/** A window of one browser that a journey drives by addresses, clicks and keys. */
export interface DrivenBrowser {
  /** @param path of the shop */
  open(path: string): Promise<void>;
  /** Clicks where a pointer would. Waits for the element. */
  click(target: Target): Promise<void>;
  /** Replaces what a field holds by typing. */
  type(target: Target, text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** @param script runs in the page, so it sees nothing of the file in which it stands */
  read<Result, Values extends readonly unknown[]>(
    script: (...values: Values) => Result,
    ...values: Values
  ): Promise<Awaited<Result>>;
  /** @returns a PNG of what the window shows */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export type Key = 'Enter' | 'Escape' | 'Space' | 'Tab';

/** The first visible element of a selector whose name or text contains the words, or the field of a label. */
export type Target = { readonly selector: string; readonly text?: string } | { readonly label: string };

/** An installed browser. */
export interface Engine {
  readonly version: string;
  /** Opens a window that shares no cookies with others. */
  openWindow(url: string, width: number, height: number): Promise<DrivenBrowser>;
  stop(): Promise<void>;
}

/** Milliseconds that a click waits for its element. */
const patience = 15_000;

/** Runs in the page. */
export function findElement(target: Target): Element | null {
  const isVisible = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
  if ('label' in target) {
    const labels = [...document.querySelectorAll('label')].filter((label) => label.textContent.includes(target.label));
    const fields = labels.flatMap((label) => label.control ?? []);
    return fields.find(isVisible) ?? null;
  }
  const { selector, text = '' } = target;
  const hasText = (element: Element) => [element.ariaLabel, element.textContent].some((name) => name?.includes(text));
  return [...document.querySelectorAll(selector)].find((element) => isVisible(element) && hasText(element)) ?? null;
}

/**
 * Runs in the page: scrolls to an element. WebKit scrolls too little to what stands in a sticky column: the second time
 * starts from there. @returns where it is, which changes while a drawer opens, or null outside of the window
 */
export function scrollIntoView(element: Element): string | null {
  for (const _ of [1, 2, 3]) element.scrollIntoView({ behavior: 'instant', block: 'center' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return found === null ? null : `${x} ${y}`;
}

/** Runs in the page: focuses a field so that typing replaces what it holds. */
export function selectContent(field: Element): void {
  (field as HTMLInputElement).focus();
  (field as HTMLInputElement).select();
}

/** Repeats until there is a value. @throws Error with what was waited for */
export async function waitFor<Value>(name: string, find: () => Promise<Value | null>): Promise<Value> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const value = await find();
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing to see of ${name} within ${patience / 1000} s`);
}
