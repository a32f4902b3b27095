import { readSources, visitNodes } from '../checks/sources.ts';

const numberLists = /\s*\[((?:\d+(?:\.\d+)?\/\d+(?:-\d+)?(?:,\s*)?)+)\]/g;

/** `2.9/3-5, 4.8/7` is 2.9/3, 2.9/4, 2.9/5 and 4.8/7. */
function expandNumbers(list: string): string[] {
  return [...list.matchAll(/(\d+(?:\.\d+)?)\/(\d+)(?:-(\d+))?/g)].flatMap(([, section, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}/${Number(first) + index}`),
  );
}

/** Titles of the tests that name each numbered line of the specification, in the order of the numbers. */
export function findProofs(root: string): Map<string, Set<string>> {
  const proofs = new Map<string, Set<string>>();
  const add = (text: string) => {
    const title = text
      .replace(numberLists, '')
      .replace(/%[sdj]|\$[a-z]\w*/gi, '…')
      .trim();
    for (const [, list = ''] of text.matchAll(numberLists))
      for (const number of expandNumbers(list)) proofs.set(number, (proofs.get(number) ?? new Set()).add(title));
  };
  for (const { program, isTest } of readSources(root, [
    'src',
    'tests',
    'e2e',
    'demo',
    'extensions',
    'wallet-sandbox',
  ])) {
    if (!isTest) continue;
    visitNodes(program, {
      Literal: ({ value }) => {
        if (typeof value === 'string') add(value);
      },
      TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked ?? '').join('…')),
    });
  }
  const collator = new Intl.Collator('en', { numeric: true });
  return new Map([...proofs].sort(([a], [b]) => collator.compare(a, b)));
}

/** A section for each chapter of the specification. */
export function renderProofs(proofs: ReadonlyMap<string, ReadonlySet<string>>): string {
  const escapeMarkdown = (text: string) => text.replace(/[<>*_[\]\\]/g, '\\$&').replaceAll('\n', ' ');
  let last = '';
  return [...proofs]
    .flatMap(([number, titles]) => {
      const [section = ''] = number.split('/');
      const head = section === last ? [] : ['', `## ${section}`, ''];
      last = section;
      return [...head, `- **${number}** ${[...titles].map(escapeMarkdown).join('; ')}`];
    })
    .join('\n');
}
