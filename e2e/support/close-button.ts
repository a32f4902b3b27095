import type { Locator } from '@playwright/test';

/**
 * Scrolls a dialog from top to end, and reads what its close button covers: the first words of every element under the
 * button that has text of its own and that nothing else covers.
 */
export function readCoveredByCloseButton(dialog: Locator): Promise<string[]> {
  return dialog.evaluate(async (element) => {
    const button = element.querySelector('.lightbox__close') as HTMLElement;
    const inner = [...element.querySelectorAll('*')];
    const hasOwnText = ({ childNodes, tagName }: Element) =>
      /^(INPUT|BUTTON|SELECT|TEXTAREA|SVG)$/i.test(tagName) ||
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const findCovered = () => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
      const points = parts.flatMap((x) => parts.map((y) => [left + x * width, top + y * height] as const));
      return points.flatMap(([x, y]) => {
        const beneath = document.elementsFromPoint(x, y).find((found) => !button.contains(found));
        return beneath && hasOwnText(beneath)
          ? [(beneath.textContent ?? '').trim().slice(0, 30) || beneath.tagName]
          : [];
      });
    };
    const covered = new Set<string>();
    for (const scroller of [element, ...inner].filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))) {
      for (let top = 0; top < scroller.scrollHeight - scroller.clientHeight; top += 10) {
        scroller.scrollTop = top;
        for (const text of findCovered()) covered.add(text);
      }
    }
    return [...covered];
  });
}
