interface Marked {
  readonly id: number;
  readonly element: Element;
}

/**
 * Finds the elements of a page that the server has marked in a copy of the page's content: a `<template
 * data-entry="12">` stands before each element. The page itself has no marks, but the same elements in the same
 * places.
 */
export function findMarkedElements(content: Element, marked: string): Marked[] {
  const copy = new DOMParser().parseFromString(`<main>${marked}</main>`, 'text/html').querySelector('main');
  if (!copy) return [];
  return [...copy.querySelectorAll<HTMLElement>('template[data-entry]')].flatMap((mark) => {
    const element = findSame(mark, copy, content);
    return element ? [{ id: Number(mark.dataset.entry), element }] : [];
  });
}

const isMark = (element: Element): boolean => element.matches('template[data-entry]');

function findSame(mark: Element, copy: Element, content: Element): Element | null {
  const path: Element[] = [];
  let current = nextElement(mark);
  while (current && current !== copy) {
    path.unshift(current);
    current = current.parentElement;
  }
  let found: Element | null = content;
  for (const step of path) {
    const index = [...(step.parentElement?.children ?? [])].filter((each) => !isMark(each)).indexOf(step);
    found = found.children[index] ?? null;
    if (found?.localName !== step.localName) return null;
  }
  return path.length === 0 ? null : found;
}

function nextElement(mark: Element): Element | null {
  let next = mark.nextElementSibling;
  while (next && isMark(next)) next = next.nextElementSibling;
  return next;
}
