import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles } from './sources.ts';

const root = resolve(import.meta.dirname, '../..');

/** Sentences that no shop writes, as shoppers have met them. */
const unsaid = [
  ...[
    'gets nowhere',
    'Code of six digits',
    'what you do not know',
    'Nothing yet. The files',
    'What do you withdraw from',
  ],
  ...['check what you declare', 'signs you in once', 'I have kept them', 'All that we have of you', 'came along'],
  ...['Mail me a link', 'Somebody'],
];

it('[D17] texts say email, and none of the sentences that no shop writes', () => {
  const files = ['src', 'demo', 'examples', 'extensions'].flatMap((place) => listFiles(root, place));
  const texts = files.filter((file) => file.endsWith('texts.ts') || file === 'demo/information.ts');
  expect(texts.length).toBeGreaterThan(90);
  const found = texts.flatMap((file) => {
    const text = readFileSync(resolve(root, file), 'utf8');
    return [...unsaid, 'E-mail', 'e-mail'].flatMap((words) => (text.includes(words) ? `${file}: ${words}` : []));
  });
  expect(found).toEqual([]);
});
