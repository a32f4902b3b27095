import { countries } from './words.ts';

const toLabels = (names: readonly string[]) => names.map((name) => ({ name, swatch: null }));
const toSwatches = (terms: Readonly<Record<string, string>>) =>
  Object.entries(terms).map(([name, swatch]) => ({ name, swatch }));

const glazes = toSwatches({
  ...{ Chalk: '#e4ded1', Oat: '#d3c1a0', Celadon: '#a3b39c', Tide: '#6f808a', Ink: '#26211f', Tenmoku: '#3a1f16' },
  ...{ Shino: '#e8d3c2', Oribe: '#4e6b4a', Cobalt: '#2f4a7c', Ochre: '#b98532', Rust: '#8f4a2a', Ash: '#b7b2a3' },
  ...{ Persimmon: '#b5532a', Seafoam: '#b9cfc4', Plum: '#5a3a4c', Buttermilk: '#f0e3c0' },
});

const colours = toSwatches({
  ...{
    Natural: '#d9cdb8',
    White: '#f5f3ee',
    Charcoal: '#3b3a38',
    Indigo: '#34405f',
    Madder: '#9c4038',
    Moss: '#6d7447',
  },
  ...{ Saffron: '#d39b2f', 'Dusty pink': '#cfa59a', 'Sky blue': '#a9c0cf', Aubergine: '#4b2f44', Sage: '#a3ad94' },
  ...{ Terracotta: '#b9694a', Mustard: '#b98c2f', Petrol: '#2c5560', Blush: '#e3c4ba', Black: '#1d1c1b' },
});

const tints = toSwatches({
  ...{
    Clear: '#e8eef0',
    Smoke: '#8b8b88',
    Amber: '#b5792e',
    'Bottle green': '#3f5d47',
    Rose: '#d9a5a2',
    Cobalt: '#2d4a86',
  },
  ...{ Aqua: '#a9d0d2', Olive: '#7c7c42' },
});

const finishes = toSwatches({
  ...{ Polished: '#c9c9c6', Brushed: '#a8a7a3', Blackened: '#2a2928', 'Aged brass': '#8f7340', Copper: '#b06a44' },
  ...{ 'White enamel': '#f3f1ea', 'Blue enamel': '#3c5a80', Verdigris: '#6a9a8b' },
});

const woods = toSwatches({
  ...{
    Oak: '#c19a6b',
    Beech: '#d8b58c',
    Walnut: '#5f4331',
    'Olive wood': '#a9854f',
    Ash: '#d9c7a5',
    Cherry: '#9c5a3c',
  },
  ...{ 'Smoked oak': '#4a3a2c', Birch: '#e2cfae' },
});

/** Attributes for variations and for description only, with their terms in order. */
export const attributes = [
  { name: 'Glaze', display: 'swatch', terms: glazes },
  { name: 'Colour', display: 'swatch', terms: colours },
  { name: 'Tint', display: 'swatch', terms: tints },
  { name: 'Finish', display: 'swatch', terms: finishes },
  { name: 'Wood', display: 'swatch', terms: woods },
  { name: 'Size', display: 'label', terms: toLabels(['Extra small', 'Small', 'Medium', 'Large', 'Extra large']) },
  {
    name: 'Capacity',
    display: 'label',
    terms: toLabels(['50 ml', '100 ml', '200 ml', '300 ml', '500 ml', '750 ml', '1 l', '1.5 l']),
  },
  {
    name: 'Measure',
    display: 'label',
    terms: toLabels(['30 × 30 cm', '40 × 40 cm', '50 × 70 cm', '70 × 140 cm', '140 × 200 cm', '200 × 200 cm']),
  },
  { name: 'Format', display: 'label', terms: toLabels(['A6', 'A5', 'A4', 'A3', '50 × 70']) },
  { name: 'Weight', display: 'label', terms: toLabels(['50 g', '100 g', '250 g', '500 g', '1 kg']) },
  { name: 'Set', display: 'label', terms: toLabels(['Single', 'Set of 2', 'Set of 4', 'Set of 6']) },
  {
    name: 'Scent',
    display: 'label',
    terms: toLabels([
      'Unscented',
      'Fig leaf',
      'Cedar',
      'Lavender',
      'Orange blossom',
      'Vetiver',
      'Sea salt',
      'Tomato leaf',
      'Smoke',
      'Beeswax',
    ]),
  },
  {
    name: 'Flavour',
    display: 'label',
    terms: toLabels(['Plain', 'Lemon', 'Vanilla', 'Cardamom', 'Chilli', 'Sea salt', 'Elderflower', 'Quince']),
  },
  { name: 'Material', display: 'label', terms: toLabels([]) },
  { name: 'Origin', display: 'label', terms: toLabels(countries) },
  {
    name: 'Care',
    display: 'label',
    terms: toLabels([
      'Dishwasher safe',
      'Hand wash',
      'Wipe clean',
      'Machine wash',
      'Keep cool and dry',
      'Rinse with water',
    ]),
  },
] as const satisfies readonly {
  name: string;
  display: 'swatch' | 'label';
  terms: readonly { name: string; swatch: string | null }[];
}[];

export function getTermNames(attribute: string): readonly string[] {
  const terms: readonly { readonly name: string }[] = attributes.find(({ name }) => name === attribute)?.terms ?? [];
  return terms.map(({ name }) => name);
}
