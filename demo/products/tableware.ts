import type { DemoImage, DemoProduct, DemoVariation } from '../loaders/demo-catalogue.ts';
import { createImages, createProduct, giftWrap, initials } from './product-builders.ts';

const mugPictures = createImages('tideline-mug', {
  'front-celadon': 'Mug in celadon, pale grey-green with a few iron specks, strap handle to the right, bare foot',
  'three-quarter': 'The same celadon mug from above: the rim breaks to buff and the glaze pools darker inside',
  'front-oat': 'Mug in oat, a speckled cream that breaks to rust at the rim',
  'front-tide': 'Mug in tide, a clouded slate blue over a toasted foot',
  'front-ink': 'Mug in ink, a glossy black that breaks to brown at the rim and handle',
  close: 'Close view of the glaze line on the celadon mug and the bare clay of its foot',
  scene: 'A celadon mug of coffee and an oat mug on an oak table in low sun, a pear beside them',
});

export const mug: DemoProduct = createProduct({
  slug: 'tideline-mug',
  sku: 'SM-MUG',
  name: 'Tideline mug',
  type: 'variable',
  featured: true,
  shortDescription:
    '<p>A mug for tea that goes cold because you were reading. 280 ml to a finger below the rim, 340 g, three fingers through the handle.</p>',
  description: `<p>Thrown in two minutes, trimmed the next day, handled the day after. The wall is 3.5 mm at the lip and thickens towards the foot, so the weight sits low and the mug does not tip when it is full.</p>
<p>The handle is pulled, not moulded. It takes three fingers of a large hand and leaves room for the knuckles; the thumb finds a flat place at the top. The inside is glazed and smooth enough for a teaspoon.</p>
<p>We dip the mug upside down by hand. Where the glaze ends, about a centimetre above the table, is the line that gives it its name. No two lines are the same, and we do not sort them.</p>`,
  categories: ['mugs', 'tableware'],
  tags: ['everyday', 'dishwasher', 'coffee', 'tea'],
  attributes: [{ slug: 'glaze', terms: ['celadon', 'oat', 'tide', 'ink'], variation: true, visible: true }],
  variations: [
    createMugVariation('celadon', 24),
    createMugVariation('oat', 31),
    { ...createMugVariation('tide', 3), stock: { onHand: 3, backorders: 'no', lowStockThreshold: 5 } },
    { ...createMugVariation('ink', 18), regularPrice: 3600 },
  ],
  weightGrams: 340,
  sizeMm: [108, 83, 88],
  images: mugPictures,
  addons: [initials, giftWrap],
  upsells: ['breakfast-set'],
  crossSells: ['creek-jug', 'slipway-tray', 'honey-pot', 'crumb-plate'],
});

function createMugVariation(glaze: string, onHand: number): DemoVariation {
  const image = mugPictures.find(({ file }) => file.endsWith(`/front-${glaze}.jpg`));
  return {
    sku: `SM-MUG-${glaze.slice(0, 3).toUpperCase()}`,
    options: { glaze },
    regularPrice: 3400,
    stock: { onHand, backorders: 'no', lowStockThreshold: 5 },
    image,
  };
}

const bowlPictures: DemoImage[] = createImages('estuary-bowl', {
  'front-chalk': 'Bowl in chalk, a dry white with fine specks, on a turned foot of bare clay',
  'three-quarter': 'The three sizes of the bowl in chalk, seen from above',
  'front-celadon': 'Bowl in celadon, the throwing rings showing through the glaze',
  'front-ink': 'Bowl in ink, black with a brown rim',
  close: 'Close view of the chalk bowl where the wall meets its foot',
  scene: 'A large chalk bowl of eggs on an oak shelf by a window, a small ink bowl beside it',
});

const bowlPrices = { small: 2800, medium: 4200, large: 7600 } as const;
const bowlWeights = { small: 290, medium: 560, large: 1240 } as const;
const bowlSizes = { small: [121, 121, 57], medium: [164, 164, 74], large: [226, 226, 97] } as const;

function createBowlVariation(glaze: string, size: keyof typeof bowlPrices, onHand: number): DemoVariation {
  const image = bowlPictures.find(({ file }) => file.endsWith(`/front-${glaze}.jpg`));
  return {
    sku: `SM-BWL-${glaze.slice(0, 3).toUpperCase()}-${size.slice(0, 1).toUpperCase()}`,
    options: { glaze, size },
    regularPrice: bowlPrices[size],
    stock: { onHand, backorders: 'no', lowStockThreshold: 4 },
    weightGrams: bowlWeights[size],
    sizeMm: [...bowlSizes[size]],
    image,
  };
}

export const bowl: DemoProduct = createProduct({
  slug: 'estuary-bowl',
  sku: 'SM-BWL',
  name: 'Estuary bowl',
  type: 'variable',
  featured: true,
  shortDescription:
    '<p>An open bowl on a foot high enough to get your fingers under. Small for olives, medium for porridge, large for the middle of the table.</p>',
  description: `<p>The wall opens at the angle that a wooden spoon likes. The foot lifts the bowl 9 mm, so you can carry it hot from underneath, and the ring is trimmed wide enough that it stands still while you whisk.</p>
<p>The three sizes are thrown from 350, 700 and 1,500 g of clay and nest in one another. Capacity to a comfortable line: 0.2, 0.55 and 1.5 litres.</p>
<p>In ink we make one price for every size that is on the shelf, because the black firing decides how many come out well.</p>`,
  categories: ['bowls', 'tableware'],
  tags: ['everyday', 'dishwasher', 'nesting'],
  attributes: [
    { slug: 'glaze', terms: ['chalk', 'celadon', 'ink'], variation: true, visible: true },
    { slug: 'size', terms: ['small', 'medium', 'large'], variation: true, visible: true },
  ],
  variations: [
    createBowlVariation('chalk', 'small', 22),
    createBowlVariation('chalk', 'medium', 36),
    createBowlVariation('chalk', 'large', 7),
    createBowlVariation('celadon', 'small', 14),
    createBowlVariation('celadon', 'medium', 19),
    createBowlVariation('celadon', 'large', 5),
    {
      sku: 'SM-BWL-INK',
      options: { glaze: 'ink', size: null },
      regularPrice: 5200,
      stock: { onHand: 12, backorders: 'no', lowStockThreshold: 4 },
      image: bowlPictures.find(({ file }) => file.endsWith('/front-ink.jpg')),
    },
  ],
  weightGrams: 560,
  sizeMm: [164, 164, 74],
  images: bowlPictures,
  addons: [giftWrap],
  upsells: ['breakfast-set'],
  crossSells: ['flats-plate', 'salt-jar', 'pinch-dish', 'spoon-crock'],
});

const platePictures = createImages('flats-plate', {
  'front-chalk': 'Dinner plate in chalk from above: a flat well and a short upright rim that breaks to buff',
  'three-quarter': 'The chalk plate almost from the side, its low rim catching the light',
  'front-tide': 'Dinner plate in tide, slate blue with clouds like shallow water',
  close: 'Close view of the rim of the chalk plate',
  scene: 'Two pears on a chalk plate, on a linen runner in the sun',
});

export const plate: DemoProduct = createProduct({
  slug: 'flats-plate',
  sku: 'SM-PLT',
  name: 'Flats plate',
  type: 'variable',
  shortDescription:
    '<p>A dinner plate, 268 mm across, with a rim you can push a pea against. 890 g. Four fit in a hand, if you are used to it.</p>',
  description: `<p>Named after the mudflats, which are level for about as long as a plate is. The well is 190 mm wide; the rim stands 17 mm above it, steep enough to keep sauce in and low enough to rest a knife on.</p>
<p>The foot is wide and ground smooth: it does not scratch a table, and plates stack without a cloth between them. Hot from an oven at 180 °C is fine. A flame is not.</p>`,
  categories: ['plates', 'tableware'],
  tags: ['everyday', 'dishwasher', 'oven'],
  attributes: [{ slug: 'glaze', terms: ['chalk', 'tide'], variation: true, visible: true }],
  variations: [createPlateVariation('chalk', 28), createPlateVariation('tide', 16)],
  weightGrams: 890,
  sizeMm: [268, 268, 28],
  images: platePictures,
  addons: [giftWrap],
  upsells: ['breakfast-set'],
  crossSells: ['estuary-bowl', 'gale-bowl', 'sandbar-platter', 'salt-jar'],
});

function createPlateVariation(glaze: string, onHand: number): DemoVariation {
  return {
    sku: `SM-PLT-${glaze.slice(0, 3).toUpperCase()}`,
    options: { glaze },
    regularPrice: 4600,
    stock: { onHand, backorders: 'no', lowStockThreshold: 6 },
    image: platePictures.find(({ file }) => file.endsWith(`/front-${glaze}.jpg`)),
  };
}

export const tray: DemoProduct = createProduct({
  slug: 'slipway-tray',
  sku: 'SM-TRY',
  name: 'Slipway tray',
  shortDescription:
    '<p>A slab-built tray in tide, 300 by 160 mm. Room for two mugs and what goes with them, or one loaf.</p>',
  description: `<p>Rolled, cut and folded up over a board, so the corners are soft and the base is as flat as clay stays in a kiln: within a millimetre. The rim is 24 mm high and thick enough to lift by.</p>
<p>The blue is our tide glaze, which clouds where it runs and breaks to brown along the edge. It weighs 1.1 kg and goes in the dishwasher, along the side.</p>`,
  categories: ['serving', 'tableware'],
  tags: ['slab', 'dishwasher'],
  attributes: [{ slug: 'glaze', terms: ['tide'], variation: false, visible: true }],
  regularPrice: 6800,
  stock: { onHand: 14, backorders: 'no', lowStockThreshold: 3 },
  weightGrams: 1120,
  sizeMm: [300, 160, 24],
  images: createImages('slipway-tray', {
    front: 'Oblong tray in tide glaze with rounded corners and a low rim',
    'three-quarter': 'The tray turned, showing the clouded blue of its base',
    close: 'Close view of a corner, where the glaze breaks to brown along the rim',
    scene: 'The tray on an oak table with an oat mug and a small bowl that holds an egg',
  }),
  addons: [
    {
      name: 'with_tray',
      kind: 'checkboxes',
      label: 'Send with it',
      options: [
        { value: 'felt', label: 'Wool felt for the underside', price: 600 },
        { value: 'linen', label: 'Linen cloth, undyed', price: 1800 },
        { value: 'oil', label: 'Beeswax for the bare clay', price: 850 },
      ],
    },
    giftWrap,
  ],
  crossSells: ['tideline-mug', 'estuary-bowl', 'slack-water-teapot', 'low-tide-cup'],
});

export const breakfast: DemoProduct = createProduct({
  slug: 'breakfast-set',
  sku: 'SM-SET-BRK',
  name: 'Breakfast set',
  type: 'grouped',
  featured: true,
  shortDescription:
    '<p>A mug, a bowl and a plate that were thrown to be used together, and a tray to carry them. Take as many of each as you are people.</p>',
  description: `<p>The bowl sits in the well of the plate with a finger of room all round, and the mug is as high as the two together. Choose the glaze and number of each; nothing obliges you to match.</p>
<p>Shown in chalk, which is how most people begin.</p>`,
  categories: ['sets', 'tableware'],
  tags: ['everyday', 'present'],
  images: createImages('breakfast-set', {
    front: 'Plate, bowl and mug in chalk on a clay-coloured ground',
    'three-quarter': 'The same three pieces from above',
    close: 'The rim of the chalk mug, in front of the bowl',
    scene: 'The set laid on a linen runner in morning sun, two eggs in the bowl',
  }),
  grouped: ['tideline-mug', 'estuary-bowl', 'flats-plate', 'slipway-tray'],
  crossSells: ['salt-jar', 'dairy-dish', 'creek-jug', 'honey-pot'],
});
