import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChosenTerms, findTermPrices, findVariation, listAvailableTerms } from './variation-selection.shared.ts';

const attributes = [
  { slug: 'glaze', terms: ['ash', 'celadon', 'tenmoku'].map((slug) => ({ slug })) },
  { slug: 'size', terms: ['small', 'large'].map((slug) => ({ slug })) },
  { slug: 'lid', terms: ['yes', 'no'].map((slug) => ({ slug })) },
];

const variation = (id: number, glaze: string | null, size: string | null) => ({ id, terms: { glaze, size } });
const variations = [variation(1, 'ash', 'small'), variation(2, 'ash', 'large'), variation(3, 'celadon', null)];

describe('choosing a variation', () => {
  it('finds nothing while nothing is chosen', () => {
    expect(findVariation(variations, {}).state).toBe('none');
    expect(findVariation(variations, { glaze: '' }).state).toBe('none');
  });

  it('is incomplete while attributes are missing', () => {
    expect(findVariation(variations, { glaze: 'ash' }).state).toBe('incomplete');
  });

  it('finds the variation with these terms, or one that accepts any', () => {
    expect(findVariation(variations, { glaze: 'ash', size: 'large' }).variation?.id).toBe(2);
    expect(findVariation(variations, { glaze: 'celadon', size: 'small' }).variation?.id).toBe(3);
  });

  it('takes the first of several matches', () => {
    const both = [variation(7, null, 'small'), variation(8, 'ash', 'small')];
    expect(findVariation(both, { glaze: 'ash', size: 'small' }).variation?.id).toBe(7);
  });

  it('is unavailable as soon as no variation matches', () => {
    expect(findVariation(variations, { glaze: 'tenmoku' }).state).toBe('unavailable');
    expect(findVariation(variations, { glaze: 'tenmoku', size: 'small' }).state).toBe('unavailable');
    expect(findVariation([], {}).state).toBe('unavailable');
  });

  it('offers the terms of each attribute that match the other choices', () => {
    const offered = listAvailableTerms(
      attributes.slice(0, 2),
      [variation(1, 'ash', 'small'), variation(3, 'celadon', null)],
      { glaze: 'ash', size: 'large' },
    );
    expect(offered).toEqual({ glaze: ['celadon'], size: ['small'] });
  });
});

const anyTermOf = ({ terms }: (typeof attributes)[number]) => fc.constantFrom(...terms.map(({ slug }) => slug));
const anyVariations = fc
  .array(
    fc.record(Object.fromEntries(attributes.map((attribute) => [attribute.slug, fc.option(anyTermOf(attribute))]))),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((all) => all.map((terms, id) => ({ id, terms })));
const anyChoice: fc.Arbitrary<ChosenTerms> = fc.record(
  Object.fromEntries(
    attributes.map((attribute) => [attribute.slug, fc.option(anyTermOf(attribute), { nil: undefined })]),
  ),
);

describe('any variations and choices', () => {
  it('find a variation exactly when all is chosen and one matches', () => {
    fc.assert(
      fc.property(anyVariations, anyChoice, (variations, chosen) => {
        const isComplete = attributes.every(({ slug }) => chosen[slug]);
        const matching = variations.filter(({ terms }) =>
          Object.entries(terms).every(
            ([slug, term]) => term === null || chosen[slug] === undefined || term === chosen[slug],
          ),
        );
        const selection = findVariation(variations, chosen);
        if (selection.state === 'found') expect(selection.variation).toBe(matching[0]);
        expect(selection.state === 'found').toBe(isComplete && matching.length > 0);
        if (selection.state === 'incomplete') expect(matching.length).toBeGreaterThan(0);
      }),
    );
  });

  it('offer a term exactly when choosing it leaves a match', () => {
    fc.assert(
      fc.property(anyVariations, anyChoice, (variations, chosen) => {
        const offered = listAvailableTerms(attributes, variations, chosen);
        for (const { slug, terms } of attributes) {
          for (const term of terms) {
            const state = findVariation(variations, { ...chosen, [slug]: term.slug }).state;
            expect(offered[slug]?.includes(term.slug)).toBe(state !== 'unavailable');
          }
        }
      }),
    );
  });

  it('lead from offered terms to a variation without a dead end', () => {
    fc.assert(
      fc.property(anyVariations, fc.infiniteStream(fc.nat()), (variations, picks) => {
        let chosen: ChosenTerms = {};
        for (const { slug } of attributes) {
          const offered = listAvailableTerms(attributes, variations, chosen)[slug] ?? [];
          expect(offered.length).toBeGreaterThan(0);
          chosen = { ...chosen, [slug]: offered[(picks.next().value ?? 0) % offered.length] };
        }
        expect(findVariation(variations, chosen).state).toBe('found');
      }),
    );
  });
});

describe('the prices of terms', () => {
  const [glazes, sizes] = attributes;
  const priced = (glaze: string, size: string | null, price: string) => ({ terms: { glaze, size }, price });
  const read = (attribute: typeof glazes, offers: readonly ReturnType<typeof priced>[], chosen: ChosenTerms = {}) =>
    attribute && findTermPrices(attribute, offers, chosen);

  it('[D14] are those of sizes, whatever the glaze, and not of glazes at one price', () => {
    const offers = ['ash', 'celadon'].flatMap((glaze) => [
      priced(glaze, 'small', '€12'),
      priced(glaze, 'large', '€18'),
    ]);
    expect(read(sizes, offers)).toEqual({ small: '€12', large: '€18' });
    expect(read(sizes, offers, { glaze: 'ash', size: 'large' })).toEqual({ small: '€12', large: '€18' });
    expect(read(glazes, offers)).toEqual({});
    expect(read(glazes, offers, { size: 'small' })).toEqual({});
  });

  it('[D14] wait for the other choice where it decides them', () => {
    const offers = [priced('ash', 'small', '€12'), priced('ash', 'large', '€18'), priced('celadon', null, '€14')];
    expect(read(sizes, offers)).toEqual({});
    expect(read(sizes, offers, { glaze: 'ash' })).toEqual({ small: '€12', large: '€18' });
    expect(read(sizes, offers, { glaze: 'celadon' })).toEqual({});
    expect(read(glazes, offers, { size: 'small' })).toEqual({ ash: '€12', celadon: '€14' });
  });

  it('[D14] are not said where all cost the same', () => {
    expect(read(sizes, [priced('ash', 'small', '€12'), priced('ash', 'large', '€12')])).toEqual({});
  });
});
