import { describe, expect, it } from 'vitest';
import { cutText } from './plain-text.ts';
import { slugify } from './slugs.ts';

describe('slugs', () => {
  it.each([
    ['Ваза «Прибой»', 'ваза-прибой'],
    ['Ёлка, їжак', 'ёлка-їжак'],
    ['がびん パン', 'がびん-パン'],
    ['ｶﾞﾗｽ', 'ガラス'],
    ['हिन्दी कप', 'हिन्दी-कप'],
    ['Μπλε βάζο', 'μπλε-βάζο'],
    ['파란 꽃병', '파란-꽃병'],
    ['แก้วน้ำ', 'แก้วน้ำ'],
    ['Café Crème, große', 'cafe-creme-grosse'],
    ['Żółty wazon', 'zolty-wazon'],
    ['Heart ❤️ bowl', 'heart-bowl'],
    ["Potter's ´mug´", 'potters-mug'],
    ['★', 'item'],
  ])('[A4] keep letters and marks of other scripts: %s', (name, slug) => {
    expect(slugify(name)).toBe(slug.normalize('NFC'));
    // Typed with composed letters or with marks, an address is the same.
    expect(slugify(name.normalize('NFD'))).toBe(slugify(name.normalize('NFC')));
  });

  it.each(['👩‍🎨', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'é'.normalize('NFD'), 'हि', '𠮷'])(
    '[A4] and texts are cut between characters: %s',
    (character) => {
      for (let before = 1; before <= character.length; before += 1) {
        const start = 'x'.repeat(30 - before);
        expect([start, start + character]).toContain(cutText(`${start}${character}${character}`, 30));
      }
    },
  );

  it('[A4] are cut within a character only if it is as long as a text', () => {
    const cut = cutText(`a${'\u0301'.repeat(1_000)}`, 180);
    expect(cut).toHaveLength(180);
    const slug = slugify('𠮷'.repeat(200));
    expect(slug).toBe('𠮷'.repeat(90));
  });
});
