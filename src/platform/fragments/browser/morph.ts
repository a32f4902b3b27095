import { Idiomorph } from 'idiomorph';
import type { IslandElement } from '#platform/islands/browser/island-element.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldTags = ['INPUT', 'TEXTAREA', 'SELECT'];
const stateAttributes = ['value', 'checked', 'selected'];

/**
 * Morphs a fragment into new HTML with minimal changes. Focus, caret, scroll position, islands (with new
 * props), the shopper's input and opened details stay.
 */
export function morphFragment(block: Element, html: string): void {
  const kept = new Set<Element>();
  void Idiomorph.morph(block, html, {
    morphStyle: 'innerHTML',
    callbacks: {
      beforeNodeMorphed(before, after) {
        if (!(after instanceof Element)) return true;
        if (isFilledByScript(before) && isFilledByScript(after)) return false;
        if (fieldTags.includes(before.tagName) && isChangedByShopper(before as Field, after as Field))
          keepField(kept, before);
        return before.tagName === 'VT-ISLAND' ? morphIsland(before as IslandElement, after) : true;
      },
      beforeAttributeUpdated: (name, element) => {
        if (name === 'open' || name === 'data-open-to') return !['DETAILS', 'DIALOG'].includes(element.tagName);
        return !(kept.has(element) && stateAttributes.includes(name));
      },
    },
  });
}

/** Whether a script fills the element, which the server sends empty. */
const isFilledByScript = (element: Node) => element instanceof Element && element.hasAttribute('data-filled-by-script');

/** @returns whether the HTML inside the island must be morphed too */
function morphIsland(before: IslandElement, after: Element): boolean {
  if (before.getAttribute('name') !== after.getAttribute('name')) return true;
  const props = after.getAttribute('props') ?? '{}';
  const isSame = props === before.getAttribute('props');
  if (!isSame && !before.isHydrated) {
    keepIds(before, after);
    return true;
  }
  if (!isSame) before.setAttribute('props', props);
  return false;
}

/** Keeps the ids of elements that stay, so that the focused element is recognised. */
function keepIds(before: Element, after: Element): void {
  const oldPrefix = before.getAttribute('prefix') ?? '';
  const newPrefix = after.getAttribute('prefix') ?? '';
  for (const element of after.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (/^(id|for|list|form|aria-[a-z]+)$/.test(attribute.name))
        attribute.value = attribute.value.replaceAll(newPrefix, oldPrefix);
    }
  }
  after.setAttribute('prefix', oldPrefix);
}

/** Whether the shopper changed the field, and either it has focus or the server sends no newer value. */
function isChangedByShopper(before: Field, after: Field): boolean {
  if (before.tagName !== after.tagName || readState(before) === readSentState(before)) return false;
  return before === document.activeElement || readSentState(before) === readSentState(after);
}

function keepField(kept: Set<Element>, field: Element): void {
  kept.add(field);
  for (const option of field.querySelectorAll('option')) kept.add(option);
}

const isCheckable = (field: Field): field is HTMLInputElement =>
  field.tagName === 'INPUT' && ['checkbox', 'radio'].includes(field.type);

function readState(field: Field): string {
  return isCheckable(field) ? String(field.checked) : field.value;
}

function readSentState(field: Field): string {
  if (isCheckable(field)) return String(field.defaultChecked);
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}
