/** Words for names and texts that make pages about as long as those of a real shop. */
const nouns = ['mug', 'bowl', 'plate', 'jug', 'vase', 'jar', 'tray', 'planter', 'bottle', 'dish', 'cup'];
const places = ['Tideline', 'Estuary', 'Slipway', 'Creek', 'Harbour', 'Marsh', 'Dune', 'Quay'];
const glazes = ['Chalk', 'Oat', 'Celadon', 'Tide'];
const sizes = ['Small', 'Large'];
const sentence =
  'Thrown on the wheel, trimmed the next day and glazed by hand, so that no two are the same and each sits well where it is put down.';

const columns = [
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

type ImportRow = Partial<Record<(typeof columns)[number], string | number>>;

/**
 * A product CSV. Every fifth product has eight variations. Stock is not managed, so that nothing
 * sells out.
 */
export function createExampleCatalogue(count: number): string {
  return toCsv(Array.from({ length: count }, (_, index) => createProductRows(index)).flat());
}

function createProductRows(index: number): ImportRow[] {
  const place = places[index % places.length] ?? '';
  const thing = nouns[index % nouns.length] ?? '';
  const isVariable = index % 5 === 0;
  const sku = `BENCH-${index}`;
  const facts: ImportRow = {
    Type: isVariable ? 'variable' : 'simple',
    SKU: sku,
    Name: `${place} ${thing} ${index + 1}`,
    'Short description': sentence,
    Description: Array(4).fill(sentence).join(' '),
    'Regular price': isVariable ? '' : 12 + (index % 60),
    'Sale price': !isVariable && index % 4 === 0 ? 10 : '',
    Categories: `Workshop > ${thing}s`,
    Tags: `everyday, ${place.toLowerCase()}`,
    Upsells: [1, 2, 3, 4]
      .map((step) => `BENCH-${Math.max(0, index - step)}`)
      .filter((other) => other !== sku)
      .join(', '),
    Position: 1000 + index,
  };
  return isVariable
    ? [{ ...facts, ...createAttributeCells(glazes.join(', '), sizes.join(', ')) }, ...createVariationRows(sku)]
    : [facts];
}

function createVariationRows(parent: string): ImportRow[] {
  return glazes.flatMap((glaze, first) =>
    sizes.map((size, second) => ({
      Type: 'variation',
      SKU: `${parent}-${first}${second}`,
      Name: `${parent} ${glaze} ${size}`,
      'Regular price': 18 + 4 * first + 9 * second,
      Parent: parent,
      ...createAttributeCells(glaze, size),
      Position: 2 * first + second,
    })),
  );
}

function createAttributeCells(glaze: string, size: string): ImportRow {
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
  const lines = rows.map((row) => columns.map((head) => cell({ ...standard, ...row }[head] ?? '')).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}
