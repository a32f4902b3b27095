import type { Page } from '@playwright/test';

/** The page builder is there when its script has filled the page. */
export async function waitForBuilder(page: Page): Promise<void> {
  if ((await page.locator('[data-page-builder]').count()) > 0) await page.locator('iframe[title]').waitFor();
}

/**
 * Finds what is wider than the page, cut off or under an arrow, and what a page must have: a title, one `h1`, landmarks.
 */
export function inspectScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const overflow = document.documentElement.scrollWidth - innerWidth;
    if (overflow > 0) problems.push(`is ${overflow} px wider than the window`);
    if (document.title.trim() === '') problems.push('has no title');
    const count = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
    // The page builder has the whole window, and a link back.
    const hasWindow = document.querySelector('.page-builder') !== null;
    for (const selector of ['h1', 'main', hasWindow ? 'a.page-builder__back' : 'header.frame__header'])
      if (count(selector) !== 1) problems.push(`has ${count(selector)} of ${selector}`);
    // Who is refused has none.
    if (!hasWindow && count('.frame:not(.frame--closed)') > 0 && count('nav') === 0) problems.push('has no navigation');
    const isClipped = (value: string) => value === 'hidden' || value === 'clip';
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      // Less than two pixels: read by screen readers only.
      if (clientWidth < 2 || clientHeight < 2) continue;
      const [isWide, isHigh] = [scrollWidth > clientWidth + 1, scrollHeight > clientHeight + 2];
      if ((!isWide && !isHigh) || !element.innerText || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      if ((isWide && isClipped(overflowX)) || (isHigh && isClipped(overflowY)))
        problems.push(`cuts off “${element.innerText.trim().slice(0, 60)}”`);
    }
    for (const select of document.querySelectorAll('select')) {
      const arrow = select.parentElement?.querySelector('.icon')?.getBoundingClientRect();
      const end = select.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(select).paddingRight);
      if (arrow && select.checkVisibility() && end > arrow.left)
        problems.push(`shows “${select.selectedOptions[0]?.text}” under the arrow of its select`);
    }
    return problems;
  });
}

/**
 * Presses Tab from the first control of a part of the page to its last one. Each must be reached, in the order in which one
 * reads, look other than without focus, and not be covered whole.
 */
export async function walkByTab(page: Page, within = 'main'): Promise<string[]> {
  const count = await page.evaluate(startWalk, within);
  // The browser handles them in order: to wait for each takes twice as long.
  await Promise.all(Array.from({ length: count }, () => page.keyboard.press('Tab')));
  // Parts of a date are stops of their own.
  for (let press = 0; press < 30 && !(await page.evaluate(isWalked)); press++) await page.keyboard.press('Tab');
  return page.evaluate(endWalk);
}

interface Visit {
  readonly look: string;
  readonly coveredBy: string | null;
  /** The control before it, when it lies behind it. */
  readonly leadsBackFrom: HTMLElement | null;
}

interface Walk {
  readonly controls: readonly HTMLElement[];
  readonly visited: Map<HTMLElement, Visit>;
  readonly readLook: (element: HTMLElement) => string;
  readonly stop: () => void;
}

/** Runs in the page. @returns how many controls there are */
function startWalk(within: string): number {
  const noTransitions = new CSSStyleSheet();
  noTransitions.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(noTransitions);
  const isStop = (element: HTMLElement) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]')) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true;
    const group = [...document.getElementsByName(element.name)].filter(
      (each): each is HTMLInputElement => each instanceof HTMLInputElement && each.form === element.form,
    );
    return !group.some(({ checked }) => checked) && group[0] === element;
  };
  const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
  const controls = [...document.querySelectorAll<HTMLElement>(`${within} :is(${selector})`)].filter(isStop);
  /** Of the control and of what is around it: a box may be hidden behind the label that shows its focus. */
  const readLook = (element: HTMLElement) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
    const shown = [
      element,
      label,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
    ];
    return shown
      .flatMap((each) =>
        each
          ? [null, '::before', '::after'].map((part) => {
              const style = getComputedStyle(each, part);
              const outline = style.outlineStyle === 'none' ? '' : `${style.outlineColor} ${style.outlineWidth}`;
              return [outline, style.boxShadow, style.borderColor, style.backgroundColor].join();
            })
          : [],
      )
      .join();
  };
  const isFixed = (element: HTMLElement | null): boolean =>
    element !== null &&
    (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isFixed(element.parentElement));
  /** The heads of a table of cards are shown only while one of them has the focus. */
  const isForReaders = (element: HTMLElement | null): boolean =>
    element !== null &&
    ((getComputedStyle(element).overflow !== 'visible' && element.getBoundingClientRect().width < 2) ||
      isForReaders(element.parentElement));
  /** Above and not in a column of its own, or before in the same line: both are measured now, at one place of the scrollbars. */
  const isBehind = (box: DOMRect, before: DOMRect) =>
    (box.bottom <= before.top + 1 && box.left < before.right - 1) ||
    (box.right <= before.left + 1 && box.top < before.bottom - 1 && before.top < box.bottom - 1);
  const visited: Walk['visited'] = new Map();
  let previous: HTMLElement | null = null;
  const findBackStep = (element: HTMLElement) => {
    if (!controls.includes(element) || isFixed(element)) return null;
    const [before, box] = [previous, element.getBoundingClientRect()];
    previous = element;
    return before && !isForReaders(before) && isBehind(box, before.getBoundingClientRect()) ? before : null;
  };
  const note = (element: HTMLElement) => {
    // The parts of a date show the focus themselves.
    if (visited.has(element)) return;
    // The longest part of a link that is broken into lines.
    const [rect = element.getBoundingClientRect()] = [...element.getClientRects()].sort((a, b) => b.width - a.width);
    const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)];
    const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
    const hits = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
    const isOwn = hits.some(
      (hit) => hit && (hit.contains(element) || element.contains(hit) || hit.closest('label')?.control === element),
    );
    const isOutside = right - left < 1 || bottom - top < 1;
    visited.set(element, {
      look: readLook(element),
      coveredBy: isOutside
        ? 'the edge of the window'
        : isOwn || rect.height > innerHeight
          ? null
          : (hits[1]?.className ?? ''),
      leadsBackFrom: findBackStep(element),
    });
  };
  // Before the focus moves on, the window has scrolled to where it is.
  const onKey = () => {
    if (document.activeElement instanceof HTMLElement) note(document.activeElement);
  };
  addEventListener('keydown', onKey, true);
  const stop = () => {
    if (document.activeElement instanceof HTMLElement) {
      note(document.activeElement);
      document.activeElement.blur();
    }
    removeEventListener('keydown', onKey, true);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== noTransitions);
  };
  Object.assign(window, { walk: { controls, visited, readLook, stop } satisfies Walk });
  if (within === 'main') document.querySelector<HTMLElement>('main')?.focus();
  return controls.length;
}

function isWalked(): boolean {
  const { controls, visited } = Reflect.get(window, 'walk') as Walk;
  return controls.every((each) => visited.has(each) || each === document.activeElement);
}

function endWalk(): string[] {
  const { controls, visited, readLook, stop } = Reflect.get(window, 'walk') as Walk;
  const problems: string[] = [];
  stop();
  const describe = (element: HTMLElement) =>
    `“${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) || element.id || element.outerHTML.slice(0, 80)}”`;
  for (const control of controls) if (!visited.has(control)) problems.push(`Tab does not reach ${describe(control)}`);
  for (const [element, { look, coveredBy, leadsBackFrom }] of visited) {
    if (!controls.includes(element)) continue;
    if (look === readLook(element)) problems.push(`the focus of ${describe(element)} is not visible`);
    if (coveredBy !== null) problems.push(`${describe(element)} is covered while it has the focus, by ${coveredBy}`);
    if (leadsBackFrom) problems.push(`Tab leads back from ${describe(leadsBackFrom)} to ${describe(element)}`);
  }
  return problems;
}

/** Opens each menu of `main`, which must lie inside the window, and the first one by Enter, and closes it by Escape. */
export async function useMenus(page: Page): Promise<string[]> {
  const problems = await page.evaluate(async () => {
    const found: string[] = [];
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('main details[data-menu]:not([open])')) {
      // When that event comes, the script has chosen the side to which the menu opens.
      const toggled = new Promise((done) => menu.addEventListener('toggle', done, { once: true }));
      menu.open = true;
      await toggled;
      const { left, right } = menu.lastElementChild?.getBoundingClientRect() ?? { left: 0, right: 0 };
      if (left < 0 || right > document.documentElement.clientWidth)
        found.push(`the menu ${menu.querySelector('summary')?.textContent} reaches beyond the window`);
      menu.open = false;
    }
    return found;
  });
  const menu = page.locator('main details[data-menu]').first();
  if ((await menu.count()) === 0) return problems;
  await menu.locator('summary').focus();
  await page.keyboard.press('Enter');
  if (!(await menu.evaluate((element: HTMLDetailsElement) => element.open))) problems.push('Enter opens no menu');
  await page.keyboard.press('Escape');
  const isClosed = await menu.evaluate(
    (element: HTMLDetailsElement) => !element.open && document.activeElement === element.querySelector('summary'),
  );
  if (!isClosed) problems.push('Escape does not close a menu and return the focus');
  return problems;
}

/** Names the parts of `main`, those that repeat once: screens with the same name are laid out alike. */
export function nameLayout(page: Page): Promise<string> {
  return page.evaluate(() => {
    const nameParts = (element: Element): string =>
      `${element.localName}.${element.getAttribute('class') ?? ''}(${[...new Set([...element.children].map(nameParts))]})`;
    return nameParts(document.querySelector('main') ?? document.body);
  });
}

/** Lines of text and names of controls that are shown in `main`, without tools of a script. */
export function readContent(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    if (!main) return [];
    const fields = [...main.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select, textarea')]
      .filter((field) => field.checkVisibility({ visibilityProperty: true }) && !field.closest('.when-script'))
      .map(({ name, id }) => `field ${name || id}`);
    const toLines = (element: HTMLElement) => element.innerText.split('\n').map((line) => line.trim());
    // The tools of an editor, whose field is there without script, and forms that a script answers.
    const byScript = '[data-filled-by-script], form.when-script, div.when-script';
    const tools = new Set([...main.querySelectorAll<HTMLElement>(byScript)].flatMap(toLines));
    return [...toLines(main).filter((line) => !tools.has(line)), ...fields].filter(Boolean);
  });
}

/**
 * Empties the required fields of the first form that has some, and sends it as a browser without script does. The answer
 * must be 422, with a problem at each of them. What uploads say of files is tested beside them. @returns null when there is no such form
 */
export async function sendEmpty(page: Page): Promise<string[] | null> {
  const names = await page.evaluate(() => {
    const forms = [...document.querySelectorAll<HTMLFormElement>('main form[method=post]')];
    const findRequired = (form: HTMLFormElement) =>
      [...form.elements].filter(
        (each): each is HTMLInputElement =>
          each.matches(':is(input:not([type=radio], [type=file]), textarea):required:not(:disabled)') &&
          each.checkVisibility(),
      );
    const form = forms.find((each) => findRequired(each).length > 0);
    if (!form) return null;
    const required = findRequired(form);
    for (const field of required) {
      field.value = '';
      field.checked = false;
    }
    Object.assign(window, { emptied: form });
    return required.map(({ name }) => name);
  });
  if (names === null) return null;
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.waitForEvent('domcontentloaded'),
    page.evaluate(() => HTMLFormElement.prototype.submit.call(Reflect.get(window, 'emptied'))),
  ]);
  if (answer.status() !== 422) return [`answers ${answer.status()} to a form without ${names.join(', ')}`];
  return page.evaluate(
    (all) =>
      all.flatMap((name) => {
        const field = document.getElementsByName(name)[0];
        const messages = (field?.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent);
        const hasProblem = field?.getAttribute('aria-invalid') === 'true' && messages.some(Boolean);
        return hasProblem ? [] : [`shows no problem at the field ${name}`];
      }),
    names,
  );
}
