import { createGlazeAttribute, createImages, createProduct, createStock, giftWrap } from './product-builders.ts';

export const platter = createProduct({
  slug: 'sandbar-platter',
  sku: 'SM-SBR',
  name: 'Sandbar platter',
  shortDescription:
    '<p>An oval platter, 380 by 250 mm, for one fish or a lot of salad. 1.75 kg, with a rim to lift it by.</p>',
  description: `<p>Thrown round, cut across while soft and closed again around a wedge, which is how an oval comes off a wheel. If you look for the seam on the underside you find it.</p>
<p>The rim stands 34 mm above the table, upright enough to hold a dressing. Oven-proof to 200 °C. It needs 400 mm of cupboard or a nail in the wall; a wire for the second comes with it if you ask.</p>`,
  categories: ['serving', 'tableware'],
  tags: ['oven', 'dishwasher', 'large'],
  attributes: createGlazeAttribute('oat'),
  regularPrice: 11500,
  stock: createStock(4),
  weightGrams: 1750,
  sizeMm: [380, 250, 34],
  images: createImages('sandbar-platter', {
    front: 'Large oval platter in speckled oat glaze, from above',
    'three-quarter': 'The platter almost from the side, its upright rim rusty along the top',
    close: 'Close view of the rim of the platter and the specks in its base',
  }),
  addons: [giftWrap],
  upsells: ['slipway-tray'],
  crossSells: ['olive-boat', 'flats-plate', 'gale-bowl', 'salt-jar'],
});

export const board = createProduct({
  slug: 'causeway-board',
  sku: 'SM-CSW',
  name: 'Causeway board',
  shortDescription:
    '<p>A long narrow board in ink, 420 by 112 mm, with a rim of 16 mm. Seven small cheeses in a row, or a dozen oysters.</p>',
  description: `<p>Cut from a slab and dried for eleven days between boards, because anything this long wants to become a propeller. About one in five does, and goes back to the bucket.</p>
<p>Black shows every crumb and every fingerprint until it has been washed once with soda; after that only the crumbs. 980 g.</p>`,
  categories: ['serving', 'tableware'],
  tags: ['slab', 'dishwasher', 'large'],
  attributes: createGlazeAttribute('ink'),
  regularPrice: 7400,
  stock: createStock(0, 2),
  weightGrams: 980,
  sizeMm: [420, 112, 16],
  images: createImages('causeway-board', {
    front: 'Long narrow black board with a low rim, lying at an angle',
    'three-quarter': 'The board from lower down, brown along its rim',
    close: 'Close view of a corner of the board where ink breaks to brown',
  }),
  addons: [giftWrap],
  upsells: ['slipway-tray'],
  crossSells: ['olive-boat', 'pinch-dish', 'dairy-dish', 'salt-jar'],
});

export const boat = createProduct({
  slug: 'olive-boat',
  sku: 'SM-OLV',
  name: 'Olive boat',
  shortDescription:
    '<p>A slim oval dish, 230 by 92 mm, for olives at one end and their stones at the other. 310 g.</p>',
  description: `<p>Drawn after the punts in the creek, flat underneath and a touch higher at both ends. It takes a small jar of olives with their oil, twelve spears of asparagus, or pens.</p>
<p>Samphire is our ash glaze. The ash is from the stove in the sail loft, mostly apple and old fence, and no two buckets melt quite alike.</p>`,
  categories: ['serving', 'tableware'],
  tags: ['dishwasher', 'present', 'small'],
  attributes: createGlazeAttribute('samphire'),
  regularPrice: 2900,
  stock: createStock(19, 4),
  weightGrams: 310,
  sizeMm: [230, 92, 38],
  images: createImages('olive-boat', {
    front: 'Slim oval dish in olive-green glaze, turned a little',
    'three-quarter': 'The dish almost from the side, its ends a touch higher than its middle',
    close: 'Close view of the end of the dish, glaze pooled in the bottom',
  }),
  addons: [giftWrap],
  upsells: ['causeway-board'],
  crossSells: ['pinch-dish', 'ebb-bowl', 'salt-jar'],
});

export const butter = createProduct({
  slug: 'dairy-dish',
  sku: 'SM-DRY',
  name: 'Dairy dish',
  shortDescription:
    '<p>A butter dish that takes a whole 250 g block with room for the knife. Plate 190 by 128 mm, cover with a proper knob, 890 g.</p>',
  description: `<p>Both halves are pressed over plaster and joined at the corners by hand. The cover stands inside the rim of the plate, so it cannot be pushed off by a cat of ordinary size.</p>
<p>Stoneware keeps butter spreadable up to about 22 °C. Above that we have no answer but the larder.</p>`,
  categories: ['serving', 'tableware', 'kitchen'],
  tags: ['lidded', 'dishwasher', 'slab'],
  attributes: createGlazeAttribute('chalk'),
  regularPrice: 6400,
  stock: createStock(9),
  weightGrams: 890,
  sizeMm: [190, 128, 78],
  images: createImages('dairy-dish', {
    front: 'Oblong butter dish in chalk under its cover with a round knob',
    'three-quarter': 'The butter dish from above, the cover standing inside the rim of its plate',
    close: 'Close view of the corner of the cover above the plate',
  }),
  addons: [giftWrap],
  upsells: ['breakfast-set'],
  crossSells: ['crumb-plate', 'honey-pot', 'causeway-board'],
});
