import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tests/support/any-character.ts';
import { useDatabase } from '#tests/support/database.ts';
import { extractWords, normalizeCode, parseQueryWords } from './normalize-text.ts';
import { buildQueryKeys, buildWordKeys, getEditDistance } from './postgres/edit-distance.ts';

const { pool } = useDatabase();

const anything = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...'\'\\|&!()<->:*%_\0"=# ab'), maxLength: 60 }),
);

describe('words of any input', () => {
  it.each([
    ['Schüssel-Ø 20', ['schussel', 'o', '20']],
    ["Potter's MUG", ['potter', 's', 'mug']],
    ['Straße, Œuvre; Ærø', ['strasse', 'oeuvre', 'aero']],
    ['cafe\u0301', ['cafe']],
    ["'; drop table products; --", ['drop', 'table', 'products']],
    ['\0 % _ * : & | ! ( )', []],
    ['東京 茶碗', ['東京', '茶碗']],
  ])('%j are %j', (text, words) => {
    expect(extractWords(text).map(({ word }) => word)).toEqual(words);
  });

  it('are letters and digits of limited number and length', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const words = parseQueryWords(text);
        expect(words.length).toBeLessThanOrEqual(8);
        for (const word of [...words, normalizeCode(text)]) expect(word).toMatch(/^[\p{L}\p{N}]{0,80}$/u);
      }),
    );
  });

  it('are the same with and without accents and capitals', () => {
    expect(parseQueryWords('CÉLADON'.normalize('NFD'))).toEqual(parseQueryWords('celadon'));
  });

  it('become a valid PostgreSQL query without operators', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        const words = parseQueryWords(text);
        if (words.length === 0) return;
        const { rows } = await pool.query<{ query: string; finds: boolean; nodes: number }>(
          `select q::text as query, array_to_tsvector($2::text[]) @@ q as finds, numnode(q) as nodes
          from search_query($1::text[], '{english_stem}', true, false) q`,
          [words, words],
        );
        expect(rows[0]?.finds).toBe(true);
        expect(rows[0]?.nodes).toBeLessThan(200);
        expect(rows[0]?.query).not.toMatch(/[!<]/);
      }),
      { numRuns: 150 },
    );
  });

  it('are also quoted by the database', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        // Synonyms begin with " or @, which no word has.
        const word = text
          .replaceAll(/[\0|]/g, '')
          .replace(/^["@]+/, '')
          .slice(0, 200);
        if (word === '' || !word.isWellFormed()) return;
        const { rows } = await pool.query(
          `select array_to_tsvector(array[$1]) @@ search_query(array[$1], '{}', false, false) as finds`,
          [word],
        );
        expect(rows).toEqual([{ finds: true }]);
      }),
      { numRuns: 100 },
    );
  });

  it('are quoted as synonyms as well', async () => {
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom('"', '@'), async (text, mark) => {
        const synonym = mark + text.replaceAll('\0', '').replaceAll('|', '').slice(0, 200);
        if (!synonym.isWellFormed()) return;
        await pool.query(`select search_query(array['mug|' || $1], '{english_stem}', true, false)`, [synonym]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('edit distances', () => {
  it.each([
    ['vaes', 'vase', 1],
    ['stonware', 'stoneware', 1],
    ['celadn', 'celadon', 1],
    ['stonew', 'stoneware', 0.5],
    ['stonwa', 'stoneware', 1.5],
    ['cpu', 'cup', 1],
    ['jug', 'celadon', null],
  ])('between %s and %s are %s', (typed, word, distance) => {
    expect(getEditDistance(typed, word)).toBe(distance);
  });

  it('of 1 are found by the keys, anywhere in a word', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(word, fc.nat(), fc.nat(3), fc.constantFrom(...'xyz'), (text, place, kind, letter) => {
        const at = place % (text.length - 1);
        const changed = [
          text.slice(0, at) + text.slice(at + 1),
          text.slice(0, at) + letter + text.slice(at + 1),
          text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2),
          text.slice(0, at) + letter + text.slice(at),
        ][kind];
        const keys = new Set(buildWordKeys(text));
        expect(buildQueryKeys(changed ?? '').some((key) => keys.has(key))).toBe(true);
      }),
    );
  });
});
