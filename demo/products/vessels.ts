import type { DemoProduct } from '../loaders/demo-catalogue.ts';
import { createImages, createProduct, giftWrap, initials } from './product-builders.ts';

export const jug: DemoProduct = createProduct({
  slug: 'creek-jug',
  sku: 'SM-JUG',
  name: 'Creek jug',
  featured: true,
  shortDescription: '<p>A one-litre jug that pours in a line and stops without a drip. 196 mm high, 980 g empty.</p>',
  description: `<p>The lip is pulled out with one wet finger while the jug still turns, then pinched on both sides so that the water has to choose a direction. We test every one at the sink. Those that dribble go to the hens.</p>
<p>The handle begins at the neck and lands on the belly, where the weight is, so a full jug lifts level. It holds 1.0 litre to the neck and flowers to about 40 cm.</p>
<p>We are down to the last few of this firing. The next kiln with tide in it is opened in six weeks.</p>`,
  categories: ['jugs', 'vessels'],
  tags: ['water', 'flowers', 'dishwasher'],
  attributes: [{ slug: 'glaze', terms: ['tide'], variation: false, visible: true }],
  regularPrice: 8800,
  stock: { onHand: 2, backorders: 'no', lowStockThreshold: 3 },
  weightGrams: 980,
  sizeMm: [158, 125, 196],
  images: createImages('creek-jug', {
    front: 'Blue-grey jug with a drawn lip to the left and a strap handle to the right',
    'three-quarter': 'The jug from above and behind the lip, showing the pinched spout',
    close: 'Close view of the tide glaze where it stops above the foot',
    scene: 'The jug on a dark oak shelf by a window, an oat mug beside it',
  }),
  addons: [initials, giftWrap],
  upsells: ['reed-bottle'],
  crossSells: ['tideline-mug', 'harbour-mug', 'slipway-tray', 'posy-bowl'],
});

export const bottle: DemoProduct = createProduct({
  slug: 'reed-bottle',
  sku: 'SM-BTL',
  name: 'Reed bottle',
  shortDescription:
    '<p>A tall bottle for a few long stems, 286 mm high, with a neck 24 mm wide inside. Dry reeds stand in it without leaning on each other.</p>',
  description: `<p>Thrown in one piece, which is harder than it looks and slower than it should be: the neck is closed in over seven or eight turns with the wheel hardly moving. The belly holds 0.9 litres, enough to keep a single branch upright.</p>
<p>Oat glaze, thick on the shoulder and thin at the lip, where the iron in the clay comes through. Watertight; we stand each one full overnight on newspaper.</p>`,
  categories: ['vases', 'vessels'],
  tags: ['flowers', 'one firing'],
  attributes: [{ slug: 'glaze', terms: ['oat'], variation: false, visible: true }],
  regularPrice: 9600,
  salePrice: 7800,
  saleFrom: '2026-01-01T00:00:00Z',
  saleTo: '2028-12-31T23:59:59Z',
  stock: { onHand: 9, backorders: 'no', lowStockThreshold: 3 },
  weightGrams: 860,
  sizeMm: [121, 121, 286],
  images: createImages('reed-bottle', {
    front: 'Tall speckled cream bottle with a narrow neck and a bare foot, on sage paper',
    'three-quarter': 'The bottle from above, its lip broken to rust',
    close: 'Close view of iron specks in the oat glaze above the foot',
    scene: 'The bottle with dried reeds on an oak table, window light on the wall behind',
  }),
  addons: [giftWrap],
  upsells: ['moon-jar'],
  crossSells: ['creek-jug', 'dune-bud-vase', 'heron-vase', 'lightship-lamp'],
});

export const moonJar: DemoProduct = createProduct({
  slug: 'moon-jar',
  sku: 'SM-MJR',
  name: 'Marsh moon jar',
  featured: true,
  shortDescription:
    '<p>A full round jar, 252 mm high and a little less than round. Two bowls joined at the rim, dry chalk glaze, one or two from each kiln.</p>',
  description: `<p>The old way to make a jar this round is to throw two bowls and join them. The seam sinks in the fire and the jar leans to one side of perfect. We leave it there.</p>
<p>3.1 kg. It holds nothing in particular. This firing is sold; ask about the piece and we write to you when the next is unpacked.</p>`,
  categories: ['vases', 'vessels'],
  tags: ['large', 'one firing'],
  attributes: [{ slug: 'glaze', terms: ['chalk'], variation: false, visible: true }],
  regularPrice: 42000,
  stock: { onHand: 0, backorders: 'no', lowStockThreshold: 1 },
  weightGrams: 3100,
  sizeMm: [255, 251, 252],
  soldIndividually: true,
  images: createImages('moon-jar', {
    front: 'Large round jar in dry white glaze with a low neck and a narrow foot, on sand paper',
    'three-quarter': 'The jar from above, showing its dark opening and a rim broken to buff',
    close: 'Close view of the lower belly and the bare foot of the jar',
    scene: 'The jar on a dark oak shelf in soft light from a window, a small black bowl beside it',
  }),
  upsells: [],
  crossSells: ['reed-bottle', 'headland-vase', 'heron-vase', 'spar-candlestick'],
});

export const saltJar: DemoProduct = createProduct({
  slug: 'salt-jar',
  sku: 'SM-SLT',
  name: 'Salt jar',
  shortDescription:
    '<p>A lidded jar for half a kilo of coarse salt, wide enough for a hand. The lid drops into a ledge and stays there when the jar is knocked.</p>',
  description: `<p>The foot and the ledge under the lid are bare stoneware; the rest is oat, inside and out. The knob is small and undercut so that wet fingers can lift it. 98 mm across, 118 mm high with the lid, 620 g.</p>
<p>Also keeps garlic, sugar, and the small change of a household. When it is out of stock we throw the next ones to order and say so: allow five weeks.</p>`,
  categories: ['jars', 'kitchen'],
  tags: ['lidded', 'dishwasher', 'made to order'],
  attributes: [{ slug: 'glaze', terms: ['oat'], variation: false, visible: true }],
  regularPrice: 5400,
  stock: { onHand: 6, backorders: 'notify', lowStockThreshold: 3 },
  weightGrams: 620,
  sizeMm: [98, 98, 118],
  images: createImages('salt-jar', {
    front: 'Small lidded jar in speckled oat glaze with a round knob, on warm grey paper',
    'three-quarter': 'The jar from above, the lid sitting flush in its ledge',
    close: 'Close view of the lid and its seam, with rust at the edges',
    scene: 'The open jar full of coarse salt on an oak table, its lid leaning against it',
  }),
  addons: [giftWrap],
  crossSells: ['estuary-bowl', 'pinch-dish', 'spoon-crock', 'olive-boat'],
});

export const planter: DemoProduct = createProduct({
  slug: 'sluice-planter',
  sku: 'SM-PLN',
  name: 'Sluice planter',
  shortDescription:
    '<p>A square planter with soft corners, 138 mm wide, on its own saucer. One hole, 14 mm, where it should be.</p>',
  description: `<p>Press-moulded, then shaved by hand along the corners. The wall is 6 mm thick, so it does not sweat on a window sill, and it takes a root ball of 12 cm. Pot and saucer together weigh 1.5 kg before you add earth.</p>
<p>Celadon inside and out, with a bare foot. It may stand outdoors down to about -5 °C. One to a customer while we find out how many we can make.</p>`,
  categories: ['planters', 'home'],
  tags: ['plants', 'slab'],
  attributes: [{ slug: 'glaze', terms: ['celadon'], variation: false, visible: true }],
  regularPrice: 7200,
  stock: { onHand: 11, backorders: 'no', lowStockThreshold: 3 },
  weightGrams: 1480,
  sizeMm: [146, 146, 132],
  soldIndividually: true,
  images: createImages('sluice-planter', {
    front: 'Square celadon planter with soft corners on a matching saucer',
    'three-quarter': 'The planter from above, its soft rim and thick wall',
    close: 'Close view of the glaze line above the saucer',
    scene: 'The planter with an upright green plant on an oak shelf by a window',
  }),
  addons: [giftWrap],
  crossSells: ['creek-jug', 'seed-pot', 'sill-trough', 'breakwater-planter'],
});
