import { Idiomorph } from 'idiomorph';
import type { IslandElement } from '#platform/islands/browser/island-element.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldTags = ['INPUT', 'TEXTAREA', 'SELECT'];
const stateAttributes = ['value', 'checked', 'selected'];

/**
 * Morphs a fragment into new HTML with minimal changes. Focus, caret, scroll, islands (with new
 * props), the shopper's input and opened details stay.
 */
export function morph(block: Element, html: string): void {
  const kept = new Set<Element>();
  void Idiomorph.morph(block, html, {
    morphStyle: 'innerHTML',
    callbacks: {
      beforeNodeMorphed(before, after) {
        if (!(after instanceof Element)) return true;
        if (fieldTags.includes(before.tagName) && isShoppersOwn(before as Field, after as Field)) keep(kept, before);
        return before.tagName === 'VT-ISLAND' ? morphIsland(before as IslandElement, after) : true;
      },
      beforeAttributeUpdated: (name, element) => {
        if (name === 'open') return !['DETAILS', 'DIALOG'].includes(element.tagName);
        return !(kept.has(element) && stateAttributes.includes(name));
      },
    },
  });
}

/** @returns whether to morph the HTML inside too */
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

/** Keeps the ids of elements that stay, so that the focused one is recognised. */
function keepIds(before: Element, after: Element): void {
  const own = before.getAttribute('prefix') ?? '';
  const other = after.getAttribute('prefix') ?? '';
  for (const element of after.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (/^(id|for|list|form|aria-[a-z]+)$/.test(attribute.name))
        attribute.value = attribute.value.replaceAll(other, own);
    }
  }
  after.setAttribute('prefix', own);
}

/** Changed by the shopper, and the server sends no newer value or the field has focus. */
function isShoppersOwn(before: Field, after: Field): boolean {
  if (before.tagName !== after.tagName || state(before) === defaultState(before)) return false;
  return before === document.activeElement || defaultState(before) === defaultState(after);
}

function keep(kept: Set<Element>, field: Element): void {
  kept.add(field);
  for (const option of field.querySelectorAll('option')) kept.add(option);
}

const isTicked = (field: Field): field is HTMLInputElement =>
  field.tagName === 'INPUT' && ['checkbox', 'radio'].includes(field.type);

function state(field: Field): string {
  return isTicked(field) ? String(field.checked) : field.value;
}

/** As the server sent it. */
function defaultState(field: Field): string {
  if (isTicked(field)) return String(field.defaultChecked);
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}
