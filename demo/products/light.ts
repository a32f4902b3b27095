import type { DemoVariation } from '../loaders/demo-catalogue.ts';
import {
  createGlazeAttribute,
  createGlazeVariations,
  createImages,
  createProduct,
  createStock,
  createVariationAttribute,
  giftWrap,
} from './product-builders.ts';

export const tableLamp = createProduct({
  slug: 'lightship-lamp',
  sku: 'SM-LSP',
  name: 'Lightship lamp',
  featured: true,
  shortDescription:
    '<p>A table lamp in tide with a linen shade, 428 mm high. E27, up to 60 W or whatever that is in diodes. 2.3 kg; it stays put.</p>',
  description: `<p>The base is thrown in one piece and weighs as much as a bag of sugar and a half, so the cord does not decide where the lamp stands. The shade is unbleached linen on a plain wire frame, 280 mm across at the bottom, and gives a light to read by on one side and to talk by on the other.</p>
<p>Two metres of cloth-covered cord with a switch where the hand falls. Wired by an electrician in town, tested, with a European plug. The bulb is yours to choose; warm and dim is our advice.</p>`,
  categories: ['lamps', 'home'],
  tags: ['light', 'large', 'new'],
  attributes: createGlazeAttribute('tide'),
  regularPrice: 24500,
  stock: createStock(4, 2),
  weightGrams: 2300,
  sizeMm: [280, 280, 428],
  images: createImages('lightship-lamp', {
    front: 'Table lamp with a round blue base and a glowing linen shade',
    'three-quarter': 'The lit lamp from above, its cloth cord running off to the left',
    close: 'Close view of the blue glaze on the belly of the lamp',
    scene: 'The lamp lit at dusk on an oak shelf, its light on the wall, an oat mug beside it',
  }),
  addons: [
    {
      name: 'cord',
      kind: 'radio',
      label: 'Plug',
      required: true,
      options: [
        { value: 'eu', label: 'European, type F', price: 0 },
        { value: 'uk', label: 'British, type G', price: 600 },
        { value: 'ch', label: 'Swiss, type J', price: 600 },
      ],
    },
  ],
  upsells: ['foghorn-pendant'],
  crossSells: ['marker-lamp', 'reed-bottle', 'spar-candlestick', 'lee-bowl'],
});

export const globeLamp = createProduct({
  slug: 'marker-lamp',
  sku: 'SM-MRK',
  name: 'Marker lamp',
  shortDescription:
    '<p>A small light for a bedside or a dark corner. A globe of clay thin enough to glow, on a chalk cup. 176 mm high, 640 g.</p>',
  description: `<p>The globe is cast in porcelain, 2 mm thick, and left without glaze. Switched off it is white and slightly rough. Switched on it is the colour of the inside of a shell, brighter in the middle, where the bulb is.</p>
<p>It runs on a 2 W lamp with an E14 thread, which is included and lasts about nine years of bedtimes. Do not put in a stronger one.</p>`,
  categories: ['lamps', 'home'],
  tags: ['light', 'small', 'present'],
  attributes: createGlazeAttribute('chalk'),
  regularPrice: 11800,
  salePrice: 9900,
  saleFrom: '2026-10-01T00:00:00Z',
  saleTo: '2028-12-31T23:59:59Z',
  stock: createStock(9),
  weightGrams: 640,
  sizeMm: [132, 132, 176],
  images: createImages('marker-lamp', {
    front: 'Small lamp: a glowing globe on a chalk cup',
    'three-quarter': 'The lit globe from above, on its chalk cup',
    close: 'Close view of the seam between the globe and its cup',
    scene: 'The small lamp lit at dusk on an oak shelf beside a rust chamberstick',
  }),
  addons: [giftWrap],
  upsells: ['lightship-lamp'],
  crossSells: ['watch-chamberstick', 'lee-bowl', 'spar-candlestick'],
});

const pendantPictures = createImages('foghorn-pendant', {
  'front-ink': 'Bell-shaped pendant in glossy black hanging from a cloth cord',
  'three-quarter': 'The black pendant from below, its lamp lit inside',
  'front-chalk': 'The pendant in chalk on its cloth cord',
  close: 'Close view of the rim of the black pendant, brown where the glaze thins',
});

export const pendant = createProduct({
  slug: 'foghorn-pendant',
  sku: 'SM-FOG',
  name: 'Foghorn pendant',
  type: 'variable',
  shortDescription:
    '<p>A bell of stoneware to hang over a table, 236 mm across, 166 mm high, 1.1 kg. The light goes down and nowhere else.</p>',
  description: `<p>Thrown upside down as a bowl and hung the right way up. The glaze goes round the rim and inside, so what you see from your chair is as finished as what you see from the ladder. It takes an E27 bulb; the top stays cool enough to touch.</p>
<p>With 1.8 m of cord and a plain ceiling cup. Have it hung by someone who is allowed to, from a hook and not from the wire.</p>`,
  categories: ['lamps', 'home'],
  tags: ['light', 'large'],
  attributes: createVariationAttribute('glaze', ['ink', 'chalk']),
  variations: createGlazeVariations('SM-FOG', 18500, pendantPictures, { ink: 5, chalk: 8 }, 2),
  weightGrams: 1100,
  sizeMm: [236, 236, 166],
  images: pendantPictures,
  addons: [
    { name: 'cord_length', kind: 'checkbox', label: 'One metre more of cord', help: 'For high rooms.', price: 900 },
  ],
  upsells: ['lightship-lamp'],
  crossSells: ['marker-lamp', 'sandbar-platter', 'supper-set'],
});

export const chamberstick = createProduct({
  slug: 'watch-chamberstick',
  sku: 'SM-WCH',
  name: 'Watch chamberstick',
  shortDescription:
    '<p>A candle to carry: saucer, socket and a ring for one finger. 142 mm across, 360 g, for ordinary 22 mm candles.</p>',
  description: `<p>There are two power cuts a winter at the end of a line like ours. This is what we carry down to the kiln. The saucer catches the wax, the ring keeps the hand behind the flame, and the rust glaze lets go of wax when it is cold.</p>
<p>The candle in the picture is not included. A second one never hurts.</p>`,
  categories: ['candles', 'home'],
  tags: ['light', 'present'],
  attributes: createGlazeAttribute('rust'),
  regularPrice: 4400,
  stock: createStock(17),
  weightGrams: 360,
  sizeMm: [174, 142, 45],
  images: [
    ...createImages('watch-chamberstick', {
      front: 'Rust saucer with a socket and a ring handle, a lit candle in it',
      'three-quarter': 'The chamberstick from above, its ring to the right',
      close: 'Close view of the socket, a dark edge round the candle',
    }),
    {
      file: 'marker-lamp/scene.jpg',
      alt: 'The empty chamberstick on an oak shelf at dusk, beside a small glowing lamp',
    },
  ],
  addons: [giftWrap],
  upsells: ['long-evening-set'],
  crossSells: ['spar-candlestick', 'lee-bowl', 'marker-lamp', 'pinch-dish'],
});

const createCandlestickVariation = (
  size: 'small' | 'medium' | 'large',
  height: number,
  regularPrice: number,
  weightGrams: number,
  onHand: number,
): DemoVariation => ({
  sku: `SM-SPA-${size.slice(0, 1).toUpperCase()}`,
  options: { size },
  regularPrice,
  stock: createStock(onHand),
  weightGrams,
  sizeMm: [84, 84, height],
});

export const candlestick = createProduct({
  slug: 'spar-candlestick',
  sku: 'SM-SPA',
  name: 'Spar candlestick',
  type: 'variable',
  shortDescription:
    '<p>Slim black candlesticks in three heights, 112, 160 and 212 mm. One is a candlestick, three are a reason to have people over.</p>',
  description: `<p>Thrown solid and bored through, which keeps the stem straight in the fire. The foot is 84 mm wide and heavier than it looks; the tall one stands up to a tablecloth being pulled, within reason.</p>
<p>The sockets are made for 22 mm candles. A thin one wants a twist of paper.</p>`,
  categories: ['candles', 'home'],
  tags: ['light', 'present'],
  attributes: [...createVariationAttribute('size', ['small', 'medium', 'large']), ...createGlazeAttribute('ink')],
  variations: [
    createCandlestickVariation('small', 112, 3600, 290, 16),
    createCandlestickVariation('medium', 160, 4200, 380, 12),
    createCandlestickVariation('large', 212, 4900, 470, 0),
  ],
  weightGrams: 380,
  sizeMm: [84, 84, 160],
  images: createImages('spar-candlestick', {
    front: 'Slim black candlestick with a round foot and a waisted socket',
    'three-quarter': 'The three heights of the candlestick with lit candles',
    close: 'Close view of the socket of the candlestick, brown along its edge',
    scene: 'Three black candlesticks with lit candles on an oak shelf at dusk',
  }),
  addons: [giftWrap],
  upsells: ['long-evening-set'],
  crossSells: ['watch-chamberstick', 'lee-bowl', 'supper-set', 'posy-bowl'],
});

export const lightBowl = createProduct({
  slug: 'lee-bowl',
  sku: 'SM-LEE',
  name: 'Lee bowl',
  shortDescription:
    '<p>A bowl for a tea light, out of the wind. 88 mm across, 60 mm high, 210 g; the celadon glows at the rim where it is thin.</p>',
  description: `<p>On the lee side of anything a flame stands still. The wall turns in over the light by a finger, which is enough on a calm evening and not enough on ours.</p>
<p>Also a good bowl for nuts, which is what most of them are doing by February.</p>`,
  categories: ['candles', 'home'],
  tags: ['light', 'small', 'present', 'dishwasher'],
  attributes: createGlazeAttribute('celadon'),
  regularPrice: 2600,
  stock: createStock(36, 6),
  weightGrams: 210,
  sizeMm: [88, 88, 60],
  images: createImages('lee-bowl', {
    front: 'Small celadon bowl, the tip of a flame showing over its rim',
    'three-quarter': 'The small bowl from above, the flame standing in it',
    close: 'Close view of the celadon wall and its bare foot',
  }),
  addons: [giftWrap],
  upsells: ['watch-chamberstick'],
  crossSells: ['pinch-dish', 'marker-lamp', 'spar-candlestick'],
});
