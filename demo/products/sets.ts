import { createImages, createProduct, createStock, giftWrap } from './product-builders.ts';

export const teaSet = createProduct({
  slug: 'tea-for-two',
  sku: 'SM-SET-TEA',
  name: 'Tea for two',
  type: 'grouped',
  featured: true,
  shortDescription:
    '<p>A teapot, two cups without handles and a jug for milk. Sold piece by piece, because some of you take lemon.</p>',
  description: `<p>The pot fills each cup twice with a little over. Cups and jug stand on the Slipway tray with room for a plate of something between them.</p>
<p>The glazes are meant to disagree mildly: tide for the pot, samphire for the cups, chalk for the jug. You can make them match. It is less interesting.</p>`,
  categories: ['sets', 'teapots', 'tableware'],
  tags: ['tea', 'present'],
  images: [
    ...createImages('tea-for-two', {
      front: 'Blue teapot, two olive-green cups and a small chalk jug on pale paper',
      'three-quarter': 'The same four pieces from above',
      close: 'Close view of the two cups between the pot and the jug',
    }),
    {
      file: 'slack-water-teapot/scene.jpg',
      alt: 'The teapot on a black tray with a chalk cup of tea and the small jug in the sun',
    },
  ],
  grouped: ['slack-water-teapot', 'low-tide-cup', 'gully-jug'],
  upsells: ['breakfast-set'],
  crossSells: ['slipway-tray', 'tea-caddy', 'honey-pot', 'crumb-plate'],
});

export const supperSet = createProduct({
  slug: 'supper-set',
  sku: 'SM-SET-SUP',
  name: 'Supper set',
  type: 'grouped',
  shortDescription:
    '<p>Dinner plate, Ebb bowl, side plate and a cup for water: one place at the table, to be multiplied by the number of chairs.</p>',
  description: `<p>The bowl is 36 mm narrower than the plate and stands in its well; the side plate goes to the left and the cup where you can reach it. In a cupboard a set for four takes 280 mm of shelf and is 310 mm high.</p>
<p>Choose each piece in the glaze you like. Chalk under anything is the safe answer and the one we give at home.</p>`,
  categories: ['sets', 'tableware'],
  tags: ['everyday', 'present'],
  images: [
    ...createImages('supper-set', {
      front: 'Samphire bowl standing on a chalk dinner plate, a rust cup beside it',
      'three-quarter': 'The same three pieces from above, the bowl in the well of the plate',
      close: 'Close view of the samphire bowl in the plate',
    }),
    { file: 'ebb-bowl/scene.jpg', alt: 'Bowl, plate, cup and a dish of salt on a linen runner in the sun' },
  ],
  grouped: ['flats-plate', 'ebb-bowl', 'shallows-plate', 'low-tide-cup'],
  upsells: ['breakfast-set'],
  crossSells: ['sandbar-platter', 'spring-pitcher', 'gale-bowl', 'spar-candlestick'],
});

export const eveningSet = createProduct({
  slug: 'long-evening-set',
  sku: 'SM-SET-EVE',
  name: 'Long evening set',
  type: 'grouped',
  shortDescription:
    '<p>A candlestick for the table, a chamberstick for the stairs and a small bowl of light for the window.</p>',
  description: `<p>From November the creek is dark at half past four and we light all three. The candlestick comes in three heights and looks best in an odd number of them.</p>
<p>Candles are not included. The chandler on the quay has plain ones, 22 mm thick, and so has every supermarket.</p>`,
  categories: ['sets', 'candles', 'home'],
  tags: ['light', 'present'],
  images: createImages('long-evening-set', {
    front: 'Black candlestick, rust chamberstick and small celadon bowl, all lit, on slate paper',
    'three-quarter': 'The three lights from above',
    close: 'Close view of the candle in its rust saucer, the celadon bowl behind it',
  }),
  grouped: ['spar-candlestick', 'watch-chamberstick', 'lee-bowl'],
  crossSells: ['marker-lamp', 'spar-candlestick', 'watch-chamberstick', 'lee-bowl'],
});

export const budVases = createProduct({
  slug: 'three-bud-vases',
  sku: 'SM-SET-BUD',
  name: 'Three bud vases',
  shortDescription:
    '<p>One Dune bud vase each in chalk, rust and samphire, in one box. 118 mm high, 780 g together, and €9 less than one by one.</p>',
  description: `<p>Three flowers in three vases look like a decision; three flowers in one look like what was left. We pack them in a row in a box that opens like a drawer, so it can be given without wrapping, although we wrap it if you like.</p>`,
  categories: ['sets', 'vases', 'vessels'],
  tags: ['flowers', 'present'],
  attributes: [{ slug: 'glaze', terms: ['chalk', 'rust', 'samphire'], variation: false, visible: true }],
  regularPrice: 7500,
  stock: createStock(14),
  weightGrams: 780,
  sizeMm: [280, 90, 125],
  images: createImages('three-bud-vases', {
    front: 'Three small round vases in a row: chalk, rust and samphire',
    'three-quarter': 'The three small vases from above',
    close: 'Close view of the red vase between the other two',
  }),
  addons: [giftWrap],
  upsells: ['heron-vase'],
  crossSells: ['posy-bowl', 'dune-bud-vase', 'buoy-vase', 'reed-bottle'],
});
