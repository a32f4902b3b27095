import { type ComponentType, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import type { Hydrated, IslandElement } from './island-element.ts';

/** Hydrates the element's HTML with its component. Resolves once the component is mounted. */
export function hydrateIsland(element: IslandElement, Component: ComponentType<object>): Promise<Hydrated> {
  // Copies restore the server's HTML when the component fails.
  const copies = [...element.childNodes].map((node) => node.cloneNode(true));
  return new Promise((resolve, reject) => {
    let onError = reject;
    function HydratedIsland({ initialProps }: { initialProps: object }) {
      const [props, update] = useState(initialProps);
      useLayoutEffect(() => {
        // Changes are read now, because effects of the component may render it again at once.
        const replay = readFieldChanges(element);
        // The replay runs after React's commit, but before the shopper's next event.
        queueMicrotask(replay);
      }, []);
      useEffect(() => {
        onError = (error) => element.fail(error);
        resolve({ update, end: () => root.unmount() });
      }, []);
      return <Component {...props} />;
    }
    const onUncaughtError = (error: unknown) =>
      queueMicrotask(() => {
        root.unmount();
        element.replaceChildren(...copies);
        onError(error);
      });
    const options: RootOptions = { identifierPrefix: element.getAttribute('prefix') ?? '', onUncaughtError };
    const content = <HydratedIsland initialProps={element.props} />;
    let root: Root;
    // React hydrates a transition in short tasks, so that the page can respond between them.
    startTransition(() => {
      // An element that was moved or made by a script has no server HTML.
      root = element.hasChildNodes() ? hydrateRoot(element, content, options) : createRoot(element, options);
      if (copies.length === 0) root.render(content);
    });
  });
}

/**
 * Reads the changes that the shopper, or the browser after a reload, made to fields before
 * hydration. The component's state holds only the values that the server sent, and its next render overwrites
 * the changes.
 * @returns a function that replays the changes, also after such a render
 */
function readFieldChanges(element: HTMLElement): () => void {
  const fields = [...element.querySelectorAll<Field>('input, textarea, select')];
  const replays = fields.map(createReplay);
  return () => {
    for (const replay of replays) replay?.();
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function createReplay(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) return createSelectReplay(field);
  if (['checkbox', 'radio'].includes(field.type)) return createCheckReplay(field as HTMLInputElement);
  if (['file', 'hidden', 'submit', 'button'].includes(field.type) || field.value === field.defaultValue) return;
  const { value, defaultValue, selectionStart, selectionEnd, selectionDirection } = field;
  return () => {
    dispatchChange(field, 'value', defaultValue, value, 'input');
    // A field for numbers or dates has no caret to restore.
    if (selectionStart !== null) {
      field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
    }
  };
}

function createCheckReplay(field: HTMLInputElement): (() => void) | undefined {
  const { checked, defaultChecked, type } = field;
  // An unchecked radio button is set by the checked button of its group.
  if (checked === defaultChecked || (type === 'radio' && !checked)) return;
  return () => dispatchChange(field, 'checked', defaultChecked, checked, 'click');
}

function createSelectReplay(field: HTMLSelectElement): (() => void) | undefined {
  const options = [...field.options];
  const first = Math.max(
    0,
    options.findIndex((option) => option.defaultSelected),
  );
  const chosen = options.map((option) => option.selected);
  const isUnchanged = field.multiple
    ? options.every((option) => option.selected === option.defaultSelected)
    : field.selectedIndex === first;
  if (isUnchanged) return;
  return () => {
    for (const [index, option] of options.entries()) option.selected = chosen[index] === true;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
}

/**
 * React tracks a field's value by its own setter on the field. The prototype's setter bypasses it,
 * so React notices a change. The event is not a MouseEvent, so the browser runs no default action.
 */
function dispatchChange(
  field: HTMLInputElement | HTMLTextAreaElement,
  name: 'checked' | 'value',
  before: boolean | string,
  after: boolean | string,
  event: 'click' | 'input',
): void {
  Reflect.set(field, name, before);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, after);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
