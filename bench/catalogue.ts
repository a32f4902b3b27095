/** Words that make up names and texts, so that pages are about as long as those of a real shop. */
const things = ['mug', 'bowl', 'plate', 'jug', 'vase', 'jar', 'tray', 'planter', 'bottle', 'dish', 'cup'];
const places = ['Tideline', 'Estuary', 'Slipway', 'Creek', 'Harbour', 'Marsh', 'Dune', 'Quay'];
const glazes = ['Chalk', 'Oat', 'Celadon', 'Tide'];
const sizes = ['Small', 'Large'];
const sentence =
  'Thrown on the wheel, trimmed the next day and glazed by hand, so that no two are the same and each sits well where it is put down.';

const heads = [
  'Type',
  'SKU',
  'Name',
  'Published',
  'Visibility in catalog',
  'Short description',
  'Description',
  'Stock',
  'In stock?',
  'Regular price',
  'Sale price',
  'Categories',
  'Tags',
  'Parent',
  'Upsells',
  'Attribute 1 name',
  'Attribute 1 value(s)',
  'Attribute 1 visible',
  'Attribute 1 global',
  'Attribute 2 name',
  'Attribute 2 value(s)',
  'Attribute 2 visible',
  'Attribute 2 global',
  'Position',
] as const;

type ImportRow = Partial<Record<(typeof heads)[number], string | number>>;

/** A product export (CSV) of so many products, every fifth with eight variations; none is counted, so none is ever sold out. */
export function exampleCatalogue(count: number): string {
  return toCsv(Array.from({ length: count }, (_, at) => product(at)).flat());
}

function product(at: number): ImportRow[] {
  const place = places[at % places.length] ?? '';
  const thing = things[at % things.length] ?? '';
  const isVariable = at % 5 === 0;
  const sku = `BENCH-${at}`;
  const facts: ImportRow = {
    Type: isVariable ? 'variable' : 'simple',
    SKU: sku,
    Name: `${place} ${thing} ${at + 1}`,
    'Short description': sentence,
    Description: Array(4).fill(sentence).join(' '),
    'Regular price': isVariable ? '' : 12 + (at % 60),
    'Sale price': !isVariable && at % 4 === 0 ? 10 : '',
    Categories: `Workshop > ${thing}s`,
    Tags: `everyday, ${place.toLowerCase()}`,
    Upsells: [1, 2, 3, 4]
      .map((step) => `BENCH-${Math.max(0, at - step)}`)
      .filter((other) => other !== sku)
      .join(', '),
    Position: 1000 + at,
  };
  return isVariable ? [{ ...facts, ...attributes(glazes.join(', '), sizes.join(', ')) }, ...variations(sku)] : [facts];
}

function variations(parent: string): ImportRow[] {
  return glazes.flatMap((glaze, first) =>
    sizes.map((size, second) => ({
      Type: 'variation',
      SKU: `${parent}-${first}${second}`,
      Name: `${parent} ${glaze} ${size}`,
      'Regular price': 18 + 4 * first + 9 * second,
      Parent: parent,
      ...attributes(glaze, size),
      Position: 2 * first + second,
    })),
  );
}

function attributes(glaze: string, size: string): ImportRow {
  return {
    'Attribute 1 name': 'Firing',
    'Attribute 1 value(s)': glaze,
    'Attribute 1 visible': 1,
    'Attribute 1 global': 1,
    'Attribute 2 name': 'Measure',
    'Attribute 2 value(s)': size,
    'Attribute 2 visible': 1,
    'Attribute 2 global': 1,
  };
}

export function toCsv(rows: readonly ImportRow[]): string {
  const standard: ImportRow = { Published: 1, 'Visibility in catalog': 'visible', 'In stock?': 1 };
  const cell = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;
  const lines = rows.map((row) => heads.map((head) => cell({ ...standard, ...row }[head] ?? '')).join(','));
  return [heads.join(','), ...lines, ''].join('\n');
}
