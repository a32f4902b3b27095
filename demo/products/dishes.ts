import {
  createGlazeAttribute,
  createGlazeVariations,
  createImages,
  createProduct,
  createStock,
  createVariationAttribute,
  giftWrap,
} from './product-builders.ts';

const ebbPictures = createImages('ebb-bowl', {
  'front-samphire': 'Wide shallow bowl in samphire, olive green and paler at the rim',
  'three-quarter': 'The samphire bowl almost from the side, its wall curving up to a thin rim',
  'front-chalk': 'The shallow bowl in chalk',
  close: 'Close view of the well of the samphire bowl, where the glaze pools darker',
  scene: 'A samphire bowl on a chalk plate, a rust cup and a dish of salt, on linen in the sun',
});

export const pastaBowl = createProduct({
  slug: 'ebb-bowl',
  sku: 'SM-EBB',
  name: 'Ebb bowl',
  type: 'variable',
  featured: true,
  shortDescription:
    '<p>Half plate, half bowl: 232 mm across, 46 mm deep, 720 g. For pasta, and for everything that is eaten with a fork but runs.</p>',
  description: `<p>The wall leaves the bottom so gradually that nobody can say where it begins. A fork follows it without scraping and the sauce stays in the middle. It holds 0.8 litres if you must know, and looks best with half of that.</p>
<p>Four stack to the height of a jam jar. The foot is ground, so the glaze of the one below comes to no harm.</p>`,
  categories: ['bowls', 'tableware'],
  tags: ['everyday', 'dishwasher', 'oven', 'new'],
  attributes: createVariationAttribute('glaze', ['samphire', 'chalk']),
  variations: createGlazeVariations('SM-EBB', 4400, ebbPictures, { samphire: 18, chalk: 27 }, 5),
  weightGrams: 720,
  sizeMm: [232, 232, 46],
  images: ebbPictures,
  addons: [giftWrap],
  upsells: ['supper-set'],
  crossSells: ['shallows-plate', 'estuary-bowl', 'pinch-dish', 'flats-plate'],
});

export const noodleBowl = createProduct({
  slug: 'eddy-bowl',
  sku: 'SM-EDD',
  name: 'Eddy bowl',
  shortDescription:
    '<p>A deep bowl on a tall foot for noodles and their broth. 1.1 litres, 178 mm across, 92 mm high, 690 g.</p>',
  description: `<p>The foot is 13 mm high and narrow. You can pick the bowl up full, with your fingers under it and your thumb on the rim, and drink from it, which is the point.</p>
<p>Tide clouds most where the wall is steep. On this shape it goes round in bands, like water behind a post. Each one is different and we send what is next on the shelf.</p>`,
  categories: ['bowls', 'tableware'],
  tags: ['dishwasher', 'large'],
  attributes: createGlazeAttribute('tide'),
  regularPrice: 4800,
  stock: createStock(12),
  weightGrams: 690,
  sizeMm: [178, 178, 92],
  images: createImages('eddy-bowl', {
    front: 'Deep blue-grey bowl on a tall narrow foot',
    'three-quarter': 'The bowl from above, bands of darker blue inside',
    close: 'Close view of the foot of the bowl and the end of the glaze',
  }),
  addons: [giftWrap],
  upsells: ['gale-bowl'],
  crossSells: ['estuary-bowl', 'low-tide-cup', 'spoon-crock', 'pinch-dish'],
});

export const pinch = createProduct({
  slug: 'pinch-dish',
  sku: 'SM-PCH',
  name: 'Pinch dish',
  shortDescription:
    '<p>A dish for three pinches of salt, or one ring while you knead. 84 mm across, 34 mm high, 95 g.</p>',
  description: `<p>Made from what is left on the wheel when a mug is finished, turned in one pull and pressed out of round with a thumb on two sides. No two agree, and they are not meant to.</p>
<p>It is the cheapest thing we make by hand and the one that most people come back for.</p>`,
  categories: ['bowls', 'tableware', 'kitchen'],
  tags: ['everyday', 'dishwasher', 'present', 'small'],
  attributes: createGlazeAttribute('straw'),
  regularPrice: 1400,
  stock: createStock(58, 10),
  weightGrams: 95,
  sizeMm: [84, 82, 34],
  images: createImages('pinch-dish', {
    front: 'Small straw-yellow dish, pressed a little out of round',
    'three-quarter': 'The small dish from above, brown where the glaze thins at its rim',
    close: 'Close view of the rim of the dish with the print of a thumb',
  }),
  addons: [giftWrap],
  crossSells: ['salt-jar', 'olive-boat', 'spoon-crock'],
});

export const mixing = createProduct({
  slug: 'gale-bowl',
  sku: 'SM-GAL',
  name: 'Gale bowl',
  shortDescription:
    '<p>A mixing bowl of 3 litres with a pulled lip. 236 mm across, 128 mm high, 1.9 kg, so it stays where it is while you beat.</p>',
  description: `<p>The bottom is round inside, without a corner for flour to hide in. The lower quarter is bare outside: tilt it against your hip and the clay holds on to the apron.</p>
<p>The lip is pulled while the wall is still wet and pours batter in a ribbon. Oat inside and out. It stands the oven up to 200 °C, put in cold.</p>`,
  categories: ['cooking', 'kitchen', 'bowls'],
  tags: ['dishwasher', 'oven', 'baking', 'large'],
  attributes: createGlazeAttribute('oat'),
  regularPrice: 9200,
  salePrice: 7900,
  saleFrom: '2026-06-01T00:00:00Z',
  saleTo: '2028-08-31T23:59:59Z',
  stock: createStock(7),
  weightGrams: 1900,
  sizeMm: [244, 236, 128],
  images: createImages('gale-bowl', {
    front: 'Large oat mixing bowl, glazed above and bare below, its lip to the left',
    'three-quarter': 'The mixing bowl from above, round inside, with its lip',
    close: 'Close view of the line between oat glaze and bare clay',
    scene: 'The mixing bowl on an oak shelf by a window with two eggs and a pear',
  }),
  addons: [giftWrap],
  upsells: ['shingle-mortar'],
  crossSells: ['spoon-crock', 'estuary-bowl', 'salt-jar', 'sandbar-platter'],
});

const shallowsPictures = createImages('shallows-plate', {
  'front-rust': 'Side plate in rust, brick red and nearly black at the rim',
  'three-quarter': 'The rust plate almost from the side, its rim turned up a little',
  'front-chalk': 'The side plate in chalk with its rim breaking to buff',
  close: 'Close view of the rim of the rust plate',
});

export const sidePlate = createProduct({
  slug: 'shallows-plate',
  sku: 'SM-SHL',
  name: 'Shallows plate',
  type: 'variable',
  shortDescription: '<p>A plate for lunch, cake or the bread of two people. 212 mm across, 21 mm high, 520 g.</p>',
  description: `<p>The younger sister of the Flats plate, with the same flat well and a rim that rises later and less. It sits inside the larger plate with 28 mm to spare on every side.</p>
<p>Rust shows crumbs and hides tea; chalk does it the other way round.</p>`,
  categories: ['plates', 'tableware'],
  tags: ['everyday', 'dishwasher', 'oven'],
  attributes: createVariationAttribute('glaze', ['rust', 'chalk']),
  variations: createGlazeVariations('SM-SHL', 3400, shallowsPictures, { rust: 15, chalk: 33 }, 6),
  weightGrams: 520,
  sizeMm: [212, 212, 21],
  images: shallowsPictures,
  addons: [giftWrap],
  upsells: ['flats-plate', 'supper-set'],
  crossSells: ['low-tide-cup', 'crumb-plate', 'pinch-dish', 'olive-boat'],
});

export const breadPlate = createProduct({
  slug: 'crumb-plate',
  sku: 'SM-CRM',
  name: 'Crumb plate',
  shortDescription: '<p>For one slice, or under one boiled egg. 164 mm across, 300 g, in celadon.</p>',
  description: `<p>Thrown from 400 g of clay, mostly on Friday afternoons. The well has a ring at its edge that stops a glass from sliding, and we have seen it used as a lid for the Estuary bowl, medium, which it fits by accident.</p>`,
  categories: ['plates', 'tableware'],
  tags: ['everyday', 'dishwasher', 'small'],
  attributes: createGlazeAttribute('celadon'),
  regularPrice: 2200,
  salePrice: 1800,
  saleFrom: '2026-09-01T00:00:00Z',
  saleTo: '2028-10-31T23:59:59Z',
  stock: createStock(41, 8),
  weightGrams: 300,
  sizeMm: [164, 164, 16],
  images: createImages('crumb-plate', {
    front: 'Small celadon plate from above, a ring round its flat well',
    'three-quarter': 'The small plate almost from the side',
    close: 'Close view of the ring in the celadon plate, pale where the glaze is thin',
  }),
  addons: [giftWrap],
  upsells: ['shallows-plate'],
  crossSells: ['dairy-dish', 'tideline-mug', 'honey-pot', 'slack-water-teapot'],
});
