import {
  createGlazeAttribute,
  createGlazeVariations,
  createImages,
  createProduct,
  createStock,
  createVariationAttribute,
  giftWrap,
} from './product-builders.ts';

const budPictures = createImages('dune-bud-vase', {
  'front-samphire': 'Small round vase with a thin neck in samphire, throwing rings showing through the green',
  'three-quarter': 'The small samphire vase from above, its mouth no wider than a thumb',
  'front-chalk': 'The bud vase in chalk',
  'front-rust': 'The bud vase in rust, dark at the lip',
  close: 'Close view of throwing rings under the samphire glaze',
});

export const budVase = createProduct({
  slug: 'dune-bud-vase',
  sku: 'SM-BUD',
  name: 'Dune bud vase',
  type: 'variable',
  featured: true,
  shortDescription:
    '<p>A vase for one stem, 118 mm high. The neck is 15 mm wide inside, so a single flower stands up without being asked twice.</p>',
  description: `<p>Thrown off the hump: one big lump on the wheel, nine vases from the top of it, cut off one after another. It is quick once you can do it and takes about two years.</p>
<p>Holds 160 ml, which a rose drinks in four days. 260 g, most of it at the bottom, where a cat will test it.</p>`,
  categories: ['vases', 'vessels'],
  tags: ['flowers', 'present', 'small', 'new'],
  attributes: createVariationAttribute('glaze', ['samphire', 'chalk', 'rust']),
  variations: createGlazeVariations('SM-BUD', 2800, budPictures, { samphire: 22, chalk: 26, rust: 0 }),
  weightGrams: 260,
  sizeMm: [83, 83, 118],
  images: budPictures,
  addons: [giftWrap],
  upsells: ['three-bud-vases'],
  crossSells: ['posy-bowl', 'reed-bottle', 'buoy-vase'],
});

export const tallVase = createProduct({
  slug: 'heron-vase',
  sku: 'SM-HRN',
  name: 'Heron vase',
  shortDescription:
    '<p>Tall and narrow, 318 mm high, for lilies, branches and anything with ambitions. 1.35 kg; the foot is thick on purpose.</p>',
  description: `<p>Stands on one leg, more or less: 80 mm of foot for 318 mm of height. We leave 10 mm of clay in the bottom, and with water in it the vase takes a forsythia branch of 80 cm without leaning.</p>
<p>Tide above, bare clay below. The line is where our dipping bucket ends.</p>`,
  categories: ['vases', 'vessels'],
  tags: ['flowers', 'large', 'one firing'],
  attributes: createGlazeAttribute('tide'),
  regularPrice: 10800,
  stock: createStock(6),
  weightGrams: 1350,
  sizeMm: [112, 112, 318],
  images: createImages('heron-vase', {
    front: 'Tall narrow vase in clouded blue over bare clay, opening a little at the top',
    'three-quarter': 'The tall vase from above, looking into its mouth',
    close: 'Close view of the tide glaze where it ends on bare clay',
    scene: 'The tall vase with dried reeds on an oak table in the sun, a small green vase beside it',
  }),
  addons: [giftWrap],
  upsells: ['headland-vase'],
  crossSells: ['reed-bottle', 'dune-bud-vase', 'moon-jar'],
});

export const globe = createProduct({
  slug: 'buoy-vase',
  sku: 'SM-BUO',
  name: 'Buoy vase',
  shortDescription:
    '<p>A ball of a vase in rust, 182 mm high and a little wider than that, with a mouth for three stems. 1.2 kg.</p>',
  description: `<p>Closed in over a stick until the opening is 44 mm, then left for a day to see whether it keeps its shape. Red buoys mark the left-hand side of the channel as you come in. This one marks whatever you put it on.</p>
<p>The iron glaze breaks to black at the lip. It holds 2.6 litres, and is as good empty.</p>`,
  categories: ['vases', 'vessels'],
  tags: ['flowers', 'large'],
  attributes: createGlazeAttribute('rust'),
  regularPrice: 9800,
  salePrice: 8400,
  stock: createStock(8),
  weightGrams: 1200,
  sizeMm: [188, 188, 182],
  images: createImages('buoy-vase', {
    front: 'Round brick-red vase with a small dark mouth',
    'three-quarter': 'The round vase from above, its lip nearly black',
    close: 'Close view of the red glaze on the belly of the vase',
    scene: 'The round red vase on a dark oak shelf by a window, a low celadon bowl beside it',
  }),
  addons: [giftWrap],
  upsells: ['moon-jar'],
  crossSells: ['posy-bowl', 'heron-vase', 'reed-bottle', 'dune-bud-vase'],
});

export const shoulder = createProduct({
  slug: 'headland-vase',
  sku: 'SM-HDL',
  name: 'Headland vase',
  shortDescription:
    '<p>Broad in the shoulder and narrow in the foot, 232 mm high, in ink. 1.45 kg. Two left from the October firing.</p>',
  description: `<p>The shoulder is thrown almost flat, at the angle where clay starts to think about falling in. Three in five survive that. The black glaze runs off the edge of it and pools a finger lower; in daylight you see brown there.</p>
<p>It takes a loose armful: the collar holds the stems together and the shoulder hides the water.</p>`,
  categories: ['vases', 'vessels'],
  tags: ['flowers', 'large', 'one firing'],
  attributes: createGlazeAttribute('ink'),
  regularPrice: 13600,
  stock: createStock(2),
  weightGrams: 1450,
  sizeMm: [172, 172, 232],
  images: createImages('headland-vase', {
    front: 'Black vase with a broad shoulder, a short collar and a narrow foot',
    'three-quarter': 'The black vase from above, its shoulder mirroring a window',
    close: 'Close view of the foot of the black vase and the clay below the glaze',
  }),
  addons: [giftWrap],
  upsells: ['moon-jar'],
  crossSells: ['heron-vase', 'posy-bowl', 'reed-bottle'],
});

export const flowerBowl = createProduct({
  slug: 'posy-bowl',
  sku: 'SM-PSY',
  name: 'Posy bowl',
  shortDescription:
    '<p>A low bowl with its rim turned in, 210 mm across and 76 mm high, for short stems that lean on it. 880 g.</p>',
  description: `<p>For the flowers that come without stalks worth mentioning: pansies, sweet peas, the head of the hydrangea that the wind took off. The rim holds them up and 1.2 litres of water keep them a week.</p>
<p>Between flowers it does for lemons.</p>`,
  categories: ['vases', 'vessels', 'bowls'],
  tags: ['flowers', 'dishwasher'],
  attributes: createGlazeAttribute('celadon'),
  regularPrice: 6200,
  stock: createStock(10),
  weightGrams: 880,
  sizeMm: [210, 210, 76],
  images: [
    ...createImages('posy-bowl', {
      front: 'Low celadon bowl with a rim that turns in',
      'three-quarter': 'The low bowl from above, its rim broken to buff',
      close: 'Close view of the rounded wall and the bare foot below it',
    }),
    {
      file: 'buoy-vase/scene.jpg',
      alt: 'The celadon bowl on a dark shelf beside a round red vase, window light from the left',
    },
  ],
  addons: [giftWrap],
  upsells: ['estuary-bowl'],
  crossSells: ['dune-bud-vase', 'buoy-vase', 'three-bud-vases', 'spring-pitcher'],
});

export const pitcher = createProduct({
  slug: 'spring-pitcher',
  sku: 'SM-SPR',
  name: 'Spring pitcher',
  shortDescription:
    '<p>1.6 litres of water or of tulips, 248 mm high, 1.25 kg empty. Dipped to the waist in straw, bare and grippy below.</p>',
  description: `<p>Spring as in spring tide, the high ones. The handle starts under the lip and lands two thirds of the way down, so your hand ends up where the weight is when it is full: 2.85 kg, which is the most we would ask of one wrist.</p>
<p>The lip is wider than the Creek jug's and pours faster. Ice goes through it.</p>`,
  categories: ['jugs', 'vessels'],
  tags: ['water', 'flowers', 'dishwasher', 'large'],
  attributes: createGlazeAttribute('straw'),
  regularPrice: 11200,
  stock: createStock(0, 2, 'notify'),
  weightGrams: 1250,
  sizeMm: [186, 128, 252],
  purchaseNote: 'Yours is thrown when you order it. We write when it goes into the kiln and again when it is packed.',
  images: createImages('spring-pitcher', {
    front: 'Tall straw-yellow pitcher with bare clay below its waist and a long strap handle',
    'three-quarter': 'The pitcher from above, its wide lip to the left',
    close: 'Close view of the waist of the pitcher, where the glaze ends in a waving line',
  }),
  addons: [giftWrap],
  upsells: ['headland-vase'],
  crossSells: ['creek-jug', 'harbour-mug', 'hob-stand', 'slipway-tray'],
});
