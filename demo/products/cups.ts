import {
  createGlazeAttribute,
  createGlazeVariations,
  createImages,
  createProduct,
  createStock,
  createVariationAttribute,
  giftWrap,
  initials,
} from './product-builders.ts';

const cupPictures = createImages('low-tide-cup', {
  'front-chalk': 'Cup without a handle, chalk above and bare toasted clay below a line at the waist',
  'three-quarter': 'The chalk cup from above, its rim breaking to buff',
  'front-samphire': 'The cup in samphire, olive green over bare clay',
  'front-rust': 'The cup in rust, brick red with a dark rim over bare clay',
  close: 'Close view of the line where chalk glaze stops and bare clay begins',
});

export const cup = createProduct({
  slug: 'low-tide-cup',
  sku: 'SM-CUP',
  name: 'Low tide cup',
  type: 'variable',
  featured: true,
  shortDescription:
    '<p>A cup without a handle, dipped to the waist. 180 ml, 195 g; the bare clay below the line stays cool enough to hold.</p>',
  description: `<p>It began as a beaker for water and was taken over by people who drink green tea. The glaze covers what the mouth and the tea touch. Below it the clay is left as it came out of the kiln, slightly rough, and does not slip in a wet hand.</p>
<p>82 mm high and 77 mm across, so two stand in the width of one dinner plate. They stack two high. Three high is your own decision.</p>`,
  categories: ['mugs', 'tableware'],
  tags: ['everyday', 'dishwasher', 'tea', 'new'],
  attributes: createVariationAttribute('glaze', ['chalk', 'samphire', 'rust']),
  variations: createGlazeVariations('SM-CUP', 2400, cupPictures, { chalk: 34, samphire: 21, rust: 17 }),
  weightGrams: 195,
  sizeMm: [77, 77, 82],
  images: cupPictures,
  addons: [initials, giftWrap],
  upsells: ['tea-for-two'],
  crossSells: ['slack-water-teapot', 'shallows-plate', 'honey-pot', 'slipway-tray'],
});

export const wideMug = createProduct({
  slug: 'harbour-mug',
  sku: 'SM-HMG',
  name: 'Harbour mug',
  shortDescription:
    '<p>The large one. 480 ml, 455 g, wide enough for soup and low enough not to fall over. Four fingers through the handle.</p>',
  description: `<p>Made for the harbour office, where the kettle is at the far end of the building. It holds what two ordinary mugs hold and keeps it warm for about forty minutes, being mostly foot.</p>
<p>The straw glaze is oat with a little more iron and a slower cooling. It turns to honey where it is thick. 104 mm across, 96 mm high; it fits under most coffee machines, not all.</p>`,
  categories: ['mugs', 'tableware'],
  tags: ['everyday', 'dishwasher', 'coffee', 'large'],
  attributes: createGlazeAttribute('straw'),
  regularPrice: 4200,
  stock: createStock(16, 4),
  weightGrams: 455,
  sizeMm: [134, 104, 96],
  images: createImages('harbour-mug', {
    front: 'Wide mug in straw yellow with a strap handle to the right',
    'three-quarter': 'The straw mug from above, its rim broken to brown',
    close: 'Close view of the straw glaze above the bare foot',
    scene: 'The mug full of coffee on an oak table in the sun, a chalk cup behind it',
  }),
  addons: [initials, giftWrap],
  upsells: ['spring-pitcher'],
  crossSells: ['tideline-mug', 'honey-pot', 'hob-stand', 'crumb-plate'],
});

export const tallMug = createProduct({
  slug: 'lookout-mug',
  sku: 'SM-LMG',
  name: 'Lookout mug',
  shortDescription:
    '<p>Tall, narrow and slow to cool. 330 ml, 385 g. The lip turns out a little, which is the whole difference between sipping and spilling.</p>',
  description: `<p>124 mm high and only 78 mm at its widest, for people who carry a drink up a ladder. The handle sits above the middle, so the mug hangs straight when it is full, and the foot is bare clay to grip with the other hand.</p>
<p>Rust is an iron glaze fired twice. It is brick red where it runs thick and nearly black on every edge.</p>`,
  categories: ['mugs', 'tableware'],
  tags: ['dishwasher', 'coffee', 'tea'],
  attributes: createGlazeAttribute('rust'),
  regularPrice: 3800,
  salePrice: 3200,
  stock: createStock(13),
  weightGrams: 385,
  sizeMm: [106, 78, 124],
  images: createImages('lookout-mug', {
    front: 'Tall narrow mug in brick-red glaze, bare clay at its foot',
    'three-quarter': 'The tall mug from above, dark along its rim',
    close: 'Close view of the waist of the mug, where rust glaze ends',
  }),
  addons: [initials, giftWrap],
  upsells: ['harbour-mug'],
  crossSells: ['tideline-mug', 'crumb-plate', 'tea-caddy', 'honey-pot'],
});

export const shortCup = createProduct({
  slug: 'pilot-cup',
  sku: 'SM-PIL',
  name: 'Pilot cup and saucer',
  shortDescription:
    '<p>An espresso cup of 70 ml, 120 g, on a saucer with a ring to keep it there. One finger through the handle, which is all it needs.</p>',
  description: `<p>The pilot boards ships off the bar in any weather and wants his coffee short. The cup is thrown thick at the bottom, so a small amount of coffee finds a warm place, and thin at the lip.</p>
<p>The saucer is 128 mm across and leaves room for a biscuit on one side. Sold as a pair: 330 g together.</p>`,
  categories: ['mugs', 'tableware'],
  tags: ['dishwasher', 'coffee', 'present'],
  attributes: createGlazeAttribute('ink'),
  regularPrice: 3600,
  stock: createStock(3, 4),
  weightGrams: 330,
  sizeMm: [128, 128, 64],
  images: createImages('pilot-cup', {
    front: 'Small black cup with a ring handle on its black saucer',
    'three-quarter': 'Cup and saucer from above, brown along their rims',
    close: 'Close view of the small cup standing in the ring of its saucer',
  }),
  addons: [giftWrap],
  upsells: ['harbour-mug'],
  crossSells: ['gully-jug', 'dairy-dish', 'tea-caddy', 'low-tide-cup'],
});

export const teapot = createProduct({
  slug: 'slack-water-teapot',
  sku: 'SM-TEA',
  name: 'Slack water teapot',
  featured: true,
  shortDescription:
    '<p>A round pot for three cups: 0.9 litres, 840 g empty, 142 mm high. It pours without a dribble, slowly if you are slow.</p>',
  description: `<p>Five pieces are thrown to make one pot: body, lid, knob, spout and the strap for the handle. Behind the spout are nineteen holes, drilled while the clay is leather-hard, that keep the leaves back.</p>
<p>The lid has a tongue inside and stays on at an angle at which tea would long since have run out. The knob does not get hot. The handle does, a little, after the third cup; by then you know it.</p>
<p>Each pot is filled and poured out twice at the sink before it is packed.</p>`,
  categories: ['teapots', 'tableware'],
  tags: ['tea', 'lidded', 'present', 'one firing'],
  attributes: createGlazeAttribute('tide'),
  regularPrice: 12800,
  stock: createStock(5),
  weightGrams: 840,
  sizeMm: [232, 146, 142],
  images: createImages('slack-water-teapot', {
    front: 'Round blue-grey teapot with its spout to the left and a strap handle to the right',
    'three-quarter': 'The teapot from above, its lid flush and its knob no bigger than a hazelnut',
    close: 'Close view of the belly of the pot, tide glaze over the bare foot',
    scene: 'Teapot on a black tray, a cup of tea and a small chalk jug beside it in the sun',
  }),
  addons: [giftWrap],
  upsells: ['tea-for-two'],
  crossSells: ['low-tide-cup', 'gully-jug', 'tea-caddy', 'pilot-cup'],
});

export const milkJug = createProduct({
  slug: 'gully-jug',
  sku: 'SM-GLY',
  name: 'Gully jug',
  shortDescription:
    '<p>A quarter of a litre for milk, cream or gravy. 86 mm high, 235 g, with a lip that cuts the last drop off.</p>',
  description: `<p>The gullies in the marsh are narrow, round and full twice a day, and so is this. It is the piece on which everybody here learned to pull a lip: the wall is drawn out over one finger, once, and then left alone.</p>
<p>It goes into the microwave for a minute with the milk in it, and the handle stays cool for about that long.</p>`,
  categories: ['jugs', 'vessels', 'tableware'],
  tags: ['everyday', 'dishwasher', 'tea', 'coffee'],
  attributes: createGlazeAttribute('chalk'),
  regularPrice: 3200,
  stock: createStock(26, 5),
  weightGrams: 235,
  sizeMm: [100, 74, 88],
  images: [
    ...createImages('gully-jug', {
      front: 'Small round jug in chalk with its lip to the left',
      'three-quarter': 'The small jug from above, showing its pulled lip',
      close: 'Close view of the chalk glaze on the belly of the jug',
    }),
    {
      file: 'slack-water-teapot/scene.jpg',
      alt: 'The small chalk jug on an oak table behind a blue teapot and a cup of tea',
    },
  ],
  addons: [giftWrap],
  upsells: ['creek-jug'],
  crossSells: ['pilot-cup', 'slack-water-teapot', 'honey-pot'],
});
