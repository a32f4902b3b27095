/**
 * Tells a component that has just taken over its HTML what the shopper, or the browser after a reload, had put into the fields before: its own
 * state knows only what the server sent, and with the next render it would take the rest away again.
 */
export function catchUp(element: HTMLElement): void {
  const fields = [...element.querySelectorAll<Field>('input, textarea, select')];
  // All are read before the first is told, after which the component renders.
  for (const tell of fields.map(howToTell)) tell?.();
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function howToTell(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) return howToChoose(field);
  if (['checkbox', 'radio'].includes(field.type)) return howToCheck(field as HTMLInputElement);
  if (['file', 'hidden', 'submit', 'button'].includes(field.type) || field.value === field.defaultValue) return;
  const { value, defaultValue, selectionStart, selectionEnd, selectionDirection } = field;
  return () => {
    change(field, 'value', defaultValue, value, 'input');
    // A field for numbers or dates has no caret to keep.
    if (selectionStart !== null) {
      field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
    }
  };
}

function howToCheck(field: HTMLInputElement): (() => void) | undefined {
  const { checked, defaultChecked, type } = field;
  // That one radio button is off goes without saying where another is on.
  if (checked === defaultChecked || (type === 'radio' && !checked)) return;
  return () => change(field, 'checked', defaultChecked, checked, 'click');
}

function howToChoose(field: HTMLSelectElement): (() => void) | undefined {
  const options = [...field.options];
  const first = Math.max(
    0,
    options.findIndex((option) => option.defaultSelected),
  );
  const chosen = options.map((option) => option.selected);
  const isAsSent = field.multiple
    ? options.every((option) => option.selected === option.defaultSelected)
    : field.selectedIndex === first;
  if (isAsSent) return;
  return () => {
    for (const [index, option] of options.entries()) option.selected = chosen[index] === true;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
}

/**
 * React compares a field with what it saw there last, through a setter of its own on the field; what is set past that setter is new to it. The
 * event is no MouseEvent, so that the browser itself does nothing.
 */
function change(
  field: HTMLInputElement | HTMLTextAreaElement,
  name: 'checked' | 'value',
  before: boolean | string,
  now: boolean | string,
  event: 'click' | 'input',
): void {
  Reflect.set(field, name, before);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, now);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
