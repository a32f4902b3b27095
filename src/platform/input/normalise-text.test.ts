import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tests/support/any-character.ts';
import { measureProcessorTime } from '#tests/support/fastest.ts';
import { foldCase, foldText } from './fold-text.ts';
import { normaliseCode, normaliseLine, normaliseText } from './normalise-text.ts';

/** What copying from contacts, mails, word processors and PDF leaves in a text. */
const invisible = fc.constantFrom(
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202c', '\u202e', '\u2060', '\u2066', '\u2069'],
  ...['\ufeff', '\u00ad', '\u034f', '\u061c', '\u3164', '\u0000', '\u001f', '\ufe0f'],
);

/** Puts invisible characters anywhere into a text. */
const withInvisible = (text: string) =>
  fc
    .array(fc.tuple(fc.nat(text.length), invisible), { maxLength: 6 })
    .map((inserted) => inserted.reduce((all, [at, mark]) => all.slice(0, at) + mark + all.slice(at), text));

describe('typed or copied text (A2)', () => {
  it.each([
    ['\u202aAda\u202c Lovelace\u200b', 'Ada Lovelace'],
    ['Ada\u00a0Love\u00adlace\u3000', 'Ada Lovelace'],
    ['Zoe\u0308', 'Zoë'],
    ['e\u034f\u0301', 'é'],
    ['one\r\ntwo\u2028three', 'one\ntwo\nthree'],
    ['Jo\u200dhn\ufe0f\u{e0041}', 'John'],
    ['Ｊ full width', 'Ｊ full width'],
    ['a–b “c” ½', 'a–b “c” ½'],
    ['broken \ud83d', 'broken \ufffd'],
  ])('%j is read as %j', (typed, text) => {
    expect(normaliseText(typed)).toBe(text);
  });

  it.each(['👩‍🚀', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', 'می‌خواهم', 'क्‍ष', 'ശ്രീ', '葛󠄀', 'חיים'])('keeps %s as it is', (text) => {
    expect(normaliseText(text)).toBe(text.normalize('NFC'));
  });

  it('is the same with invisible characters anywhere', () => {
    for (const text of ['Zoë Ångström-Müller', 'Иван Петров', '山田太郎', 'Ελένη', 'line one\nline two']) {
      fc.assert(fc.property(withInvisible(text), (typed) => normaliseText(typed) === text));
    }
  });

  it('takes time in proportion to its length, whatever it is (A2)', async () => {
    const repeated = ['\ufe0f', '\u{e0020}', '\u200d', '\u0301', 'a\ufe0f', '\u180b', '葛\u{e0100}', ' \u00a0', '\n'];
    const readAll = (times: number) => {
      for (const read of [normaliseText, normaliseLine, normaliseCode, foldCase, foldText])
        for (const text of repeated) for (const start of ['', '❤', 'a']) read(`${start}${text.repeat(times)}`);
    };
    const measure = (times: number) => measureProcessorTime(() => readAll(times));
    readAll(1_000);
    // What grows with the square of the length would take a hundred times as long.
    expect((await measure(20_000)) / (await measure(2_000))).toBeLessThan(40);
  });

  it('does not change when it is read again', () => {
    const readers = [normaliseText, normaliseLine, normaliseCode, foldCase, foldText];
    const isStable = (text: string) => readers.every((read) => read(read(text)) === read(text));
    const letters = Array.from({ length: 0x3_0000 }, (_, code) => String.fromCodePoint(code));
    expect(letters.filter((letter) => /\S/.test(letter) && !isStable(letter))).toEqual([]);
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), isStable), { numRuns: 2_000 });
  });
});

describe('a typed or copied code (A2)', () => {
  it.each([
    ['\u202a+44 20 7946 0018\u202c', '+44 20 7946 0018'],
    ['＋４４（２０）７９４６－００１８', '+44(20)7946-0018'],
    ['٠٢٠ ٧٩٤٦', '020 7946'],
    ['۰۲۰', '020'],
    ['०१२', '012'],
    ['01‑23–45—67−89', '01-23-45-67-89'],
    ['１５０ー０００１', '150-0001'],
    ['コーヒー', 'コーヒー'],
    ['o’brien＠example．com', "o'brien@example.com"],
    ['ŉ ´ ″', "'n ' ''"],
    ['SW1A\u00a01AA', 'SW1A 1AA'],
    ['𝟙𝟚𝟛', '123'],
  ])('%j is read as %j', (typed, code) => {
    expect(normaliseCode(typed)).toBe(code);
  });

  it('reads the digits of every script', () => {
    for (const system of Intl.supportedValuesOf('numberingSystem')) {
      const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210);
      if (/^\p{Nd}+$/u.test(written)) expect(normaliseCode(written), system).toBe('9876543210');
    }
  });

  it('is the same with invisible characters anywhere', () => {
    for (const code of ['+44 20 7946 0018', 'SW1A 1AA', "o'brien@example.com", 'DE 136 695 976', 'कमल10']) {
      fc.assert(fc.property(withInvisible(code), (typed) => normaliseCode(typed) === code));
    }
  });
});

describe('folded text (A3)', () => {
  it.each([
    ['ÇİÇEK', 'çiçek'],
    ['ÇİÇEK', 'ÇIÇEK'],
    ['ÇİÇEK', 'çıçek'],
    ['Çi\u0307çek', 'çiçek'],
    ['STRASSE10', 'straße10'],
    ['STRAẞE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁne', 'FINE'],
    ['ＳＰＲＩＮＧ', 'spring'],
    ['ПРИВЕТ', 'привет'],
  ])('of %s and %s is one code', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
    expect(foldText(one)).toBe(foldText(other));
  });

  it('keeps codes with and without accents apart, but not names', () => {
    expect(foldCase('CAFÉ')).not.toBe(foldCase('CAFE'));
    for (const [one, other] of [
      ['München', 'MUNCHEN'],
      ['Mu\u0308nchen', 'munchen'],
      ['København', 'kobenhavn'],
      ['Łódź', 'Lodz'],
      ['Αθήνα', 'ΑΘΗΝΑ'],
      ['L’Aquila', "l'aquila"],
      ['Saint‑Étienne', 'saint-etienne'],
    ] as const)
      expect(foldText(one)).toBe(foldText(other));
    expect(foldText('ば')).not.toBe(foldText('は'));
  });
});
