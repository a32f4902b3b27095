/** Key in the session storage of the packed units by line. They are kept until the tab is closed. */
const storageKey = 'packed-units';
const carrierKey = 'packed-carrier';

/**
 * Ticks scanned items. The code of an item ticks a unit of the next open line with this item, in the current order
 * first. The number of an order makes it the current order. After the last item of an order the focus moves to the
 * field for the tracking number, which takes the next scan.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector<HTMLFormElement>('[data-scan]');
  const field = form?.querySelector('input');
  if (!form || !field) return;
  const controller = new AbortController();
  const { signal } = controller;
  const packed = readPacked();
  const orders = [...element.querySelectorAll<HTMLElement>('[data-order]')];
  let current = orders.find((order) => !isComplete(order, packed));
  const set = (line: HTMLInputElement, units: number) => {
    packed.set(line.dataset.line ?? '', units);
    sessionStorage.setItem(storageKey, JSON.stringify([...packed]));
    showLine(line, units);
  };
  const showScanResult = (text = '') => {
    const result = form.querySelector('[data-scan-result]');
    if (result) result.textContent = text;
  };
  const selectOrder = (order: HTMLElement) => {
    current = order;
    for (const each of orders) each.toggleAttribute('data-current', each === order);
    order.scrollIntoView({ block: 'nearest' });
    if (!isComplete(order, packed)) return;
    showScanResult(order.dataset.complete);
    order.querySelector<HTMLInputElement>('[data-tracking]')?.focus();
  };
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      const code = field.value.trim();
      field.value = '';
      const named = orders.find(({ dataset }) => dataset.order === code.replace(/^#/, ''));
      if (named) return selectOrder(named);
      const line = findLine([...(current ? [current] : []), ...orders], packed, code);
      if (!line) return showScanResult(form.dataset.unknown);
      const units = countPacked(line, packed) + 1;
      set(line, units);
      showScanResult(line.dataset.done?.replace('#', String(units)));
      const order = line.closest<HTMLElement>('[data-order]');
      if (order) selectOrder(order);
    },
    { signal },
  );
  element.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.dataset.carrier !== undefined) sessionStorage.setItem(carrierKey, target.value);
      if (target.dataset.line === undefined) return;
      set(target, target.checked ? Number(target.dataset.units) : 0);
      const order = target.closest<HTMLElement>('[data-order]');
      if (order && isComplete(order, packed)) selectOrder(order);
    },
    { signal },
  );
  for (const line of findLines(element)) showLine(line, countPacked(line, packed));
  for (const carrier of element.querySelectorAll<HTMLInputElement>('[data-carrier]'))
    carrier.value ||= sessionStorage.getItem(carrierKey) ?? '';
  form.hidden = orders.length === 0;
  field.focus();
  return () => controller.abort();
}

type Packed = Map<string, number>;

function readPacked(): Packed {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

const findLines = (part: HTMLElement) => [...part.querySelectorAll<HTMLInputElement>('[data-line]')];
/** Fewer units are left when a part of the line was shipped since. */
const countPacked = ({ dataset }: HTMLInputElement, packed: Packed) =>
  Math.min(packed.get(dataset.line ?? '') ?? 0, Number(dataset.units));
const isOpen = (line: HTMLInputElement, packed: Packed) => countPacked(line, packed) < Number(line.dataset.units);
const isComplete = (order: HTMLElement, packed: Packed) => !findLines(order).some((line) => isOpen(line, packed));

function findLine(orders: readonly HTMLElement[], packed: Packed, code: string): HTMLInputElement | undefined {
  const isNamed = ({ dataset }: HTMLInputElement) =>
    (JSON.parse(dataset.codes ?? '[]') as string[]).some((each) => each.toLowerCase() === code.toLowerCase());
  return orders.flatMap(findLines).find((line) => isNamed(line) && isOpen(line, packed));
}

function showLine(line: HTMLInputElement, units: number): void {
  const left = Number(line.dataset.units);
  line.checked = units >= left;
  line.indeterminate = units > 0 && units < left;
  const count = line.closest('label')?.querySelector<HTMLElement>('[data-count]');
  if (count) count.textContent = units === 0 ? '' : (count.dataset.count?.replace('#', String(units)) ?? '');
}
