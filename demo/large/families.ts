/** What things of one making have in common. Words for a material are in the languages that names come in. */
export interface Family {
  readonly materials: readonly Material[];
  /** Whether a name may speak of the material. */
  readonly named: boolean;
  readonly manners: readonly string[];
  /** Attributes that its variations may differ in, the likelier first. */
  readonly axes: readonly string[];
  readonly care: string;
  readonly making: readonly string[];
  /** Grams per euro, about. */
  readonly density: number;
}

export interface Material {
  readonly en: string;
  readonly de: string;
  readonly fr: string;
  readonly es: string;
  readonly da: string;
}

const material = (en: string, de: string, fr: string, es: string, da: string): Material => ({ en, de, fr, es, da });

const stoneware = material('stoneware', 'Steinzeug', 'grès', 'gres', 'stentøj');
const porcelain = material('porcelain', 'Porzellan', 'porcelaine', 'porcelana', 'porcelæn');
const earthenware = material('earthenware', 'Steingut', 'faïence', 'loza', 'fajance');
const boneChina = material('bone china', 'Knochenporzellan', 'porcelaine fine', 'porcelana fina', 'benporcelæn');
const terracotta = material('terracotta', 'Terrakotta', 'terre cuite', 'terracota', 'terrakotta');
const glass = material('glass', 'Glas', 'verre', 'vidrio', 'glas');
const crystal = material('crystal', 'Kristallglas', 'cristal', 'cristal', 'krystal');
const oak = material('oak', 'Eiche', 'chêne', 'roble', 'eg');
const beech = material('beech', 'Buche', 'hêtre', 'haya', 'bøg');
const walnut = material('walnut', 'Nussbaum', 'noyer', 'nogal', 'valnød');
const olivewood = material('olive wood', 'Olivenholz', 'olivier', 'madera de olivo', 'oliventræ');
const linen = material('linen', 'Leinen', 'lin', 'lino', 'hør');
const cotton = material('cotton', 'Baumwolle', 'coton', 'algodón', 'bomuld');
const wool = material('wool', 'Wolle', 'laine', 'lana', 'uld');
const mohair = material('mohair', 'Mohair', 'mohair', 'mohair', 'mohair');
const steel = material('stainless steel', 'Edelstahl', 'inox', 'acero inoxidable', 'rustfrit stål');
const iron = material('cast iron', 'Gusseisen', 'fonte', 'hierro fundido', 'støbejern');
const brass = material('brass', 'Messing', 'laiton', 'latón', 'messing');
const copper = material('copper', 'Kupfer', 'cuivre', 'cobre', 'kobber');
const enamel = material('enamel', 'Emaille', 'tôle émaillée', 'esmalte', 'emalje');
const paper = material('paper', 'Papier', 'papier', 'papel', 'papir');
const rag = material('cotton paper', 'Büttenpapier', 'papier vélin', 'papel de algodón', 'bomuldspapir');
const willow = material('willow', 'Weide', 'osier', 'mimbre', 'pil');
const seagrass = material('seagrass', 'Seegras', 'jonc de mer', 'junco', 'søgræs');
const beeswax = material('beeswax', 'Bienenwachs', "cire d'abeille", 'cera de abeja', 'bivoks');
const soy = material('soy wax', 'Sojawachs', 'cire de soja', 'cera de soja', 'sojavoks');
const olive = material('olive oil', 'Olivenöl', "huile d'olive", 'aceite de oliva', 'olivenolie');
const tin = material('tin', 'Blech', 'fer-blanc', 'hojalata', 'blik');
const leather = material('leather', 'Leder', 'cuir', 'cuero', 'læder');

export const ceramics: Family = {
  materials: [stoneware, stoneware, stoneware, porcelain, earthenware, boneChina],
  named: true,
  manners: [
    ...['speckled', 'ribbed', 'fluted', 'hand-thrown', 'crackled', 'matt', 'faceted', 'footed', 'stackable'],
    ...['scalloped', 'two-tone', 'dipped', 'brushed', 'carved', 'pinched', 'slip-trailed', 'reactive', 'wood-fired'],
  ],
  axes: ['Glaze', 'Size', 'Set'],
  care: 'Dishwasher safe',
  making: [
    'Thrown on the wheel, trimmed leather-hard and fired twice.',
    'Cast in plaster moulds that are remade every fifty pieces.',
    'The glaze is mixed by weight and poured by hand, so the edge of it wanders a little.',
    'Fired to 1,260 degrees, hard enough to ring when tapped.',
  ],
  density: 18,
};

export const glassware: Family = {
  materials: [glass, glass, glass, crystal],
  named: true,
  manners: [
    ...['mouth-blown', 'ribbed', 'optic', 'cut', 'etched', 'bubbled', 'smoked', 'thin-walled', 'double-walled'],
    ...['pressed', 'hobnail', 'straight-sided', 'tulip-shaped', 'stemmed', 'recycled'],
  ],
  axes: ['Tint', 'Capacity', 'Set'],
  care: 'Dishwasher safe',
  making: [
    'Blown into a wooden mould that is kept wet between pieces.',
    'The rim is cut cold and melted smooth.',
    'Small bubbles are part of it and no flaw.',
  ],
  density: 14,
};

export const woodware: Family = {
  materials: [oak, beech, walnut, olivewood],
  named: true,
  manners: [
    ...['end-grain', 'oiled', 'turned', 'live-edge', 'steam-bent', 'hand-carved', 'dovetailed', 'folding', 'smoked'],
    ...['long-handled', 'round', 'reversible'],
  ],
  axes: ['Wood', 'Size'],
  care: 'Wipe clean',
  making: [
    'Cut from boards that dried for two winters under a roof without walls.',
    'Rubbed with linseed oil three times; a drop of oil twice a year keeps it so.',
    'Turned while the wood still moves, then left to settle before the last cut.',
  ],
  density: 22,
};

export const metalware: Family = {
  materials: [steel, steel, iron, brass, copper, enamel],
  named: true,
  manners: [
    ...['hammered', 'brushed', 'polished', 'blackened', 'riveted', 'spun', 'seasoned', 'long-handled', 'tinned'],
    ...['enamelled', 'forged', 'nesting'],
  ],
  axes: ['Finish', 'Size'],
  care: 'Hand wash',
  making: [
    'Pressed from one sheet, so there is no seam to clean.',
    'Forged by hand and ground in four steps.',
    'The handle is riveted; it can be replaced, and we keep the rivets.',
  ],
  density: 20,
};

export const textiles: Family = {
  materials: [linen, linen, cotton, cotton, wool, mohair],
  named: true,
  manners: [
    ...['washed', 'striped', 'checked', 'herringbone', 'waffle', 'fringed', 'hemstitched', 'jacquard', 'quilted'],
    ...['embroidered', 'hand-loomed', 'undyed', 'block-printed', 'double-faced'],
  ],
  axes: ['Colour', 'Measure', 'Set'],
  care: 'Machine wash',
  making: [
    'Woven on shuttle looms from the years when this mill was built.',
    'Washed with stones until it is soft, then never ironed again.',
    'Dyed in the yarn, so that both sides are alike.',
  ],
  density: 8,
};

export const waxes: Family = {
  materials: [beeswax, soy],
  named: false,
  manners: ['scented', 'hand-poured', 'slow-burning', 'twisted', 'fluted', 'unscented', 'tapered'],
  axes: ['Scent', 'Size'],
  care: 'Keep cool and dry',
  making: [
    'Poured at 68 degrees, in one go.',
    'Burns for about eight hours a centimetre.',
    'A cotton wick, no metal in it.',
  ],
  density: 16,
};

export const soaps: Family = {
  materials: [olive],
  named: false,
  manners: ['cold-pressed', 'unscented', 'gentle', 'exfoliating', 'nourishing', 'fragrant', 'milled'],
  axes: ['Scent', 'Weight'],
  care: 'Keep cool and dry',
  making: [
    'Stirred cold and cured for six weeks.',
    'Nothing in it comes from an animal but the honey, where it says so.',
  ],
  density: 12,
};

export const papers: Family = {
  materials: [paper, paper, rag],
  named: true,
  manners: ['stitched', 'letterpress', 'dotted', 'ruled', 'plain', 'marbled', 'cloth-bound', 'deckled', 'perforated'],
  axes: ['Colour', 'Format', 'Set'],
  care: 'Keep cool and dry',
  making: ['Sewn with linen thread, so that it lies open.', 'Printed in two colours on a press from 1962.'],
  density: 15,
};

export const pantry: Family = {
  materials: [paper, tin, glass],
  named: false,
  manners: ['organic', 'single-estate', 'smoked', 'first-flush', 'roasted', 'raw', 'wild', 'stone-ground', 'dark'],
  axes: ['Weight', 'Flavour'],
  care: 'Keep cool and dry',
  making: ['From one farm, named on the lid.', 'Made in batches of two hundred; the batch is stamped below.'],
  density: 30,
};

export const lamps: Family = {
  materials: [brass, steel, oak, glass, linen, terracotta],
  named: true,
  manners: [
    'adjustable',
    'dimmable',
    'pleated',
    'dome',
    'tripod',
    'woven',
    'frosted',
    'counterweighted',
    'rechargeable',
  ],
  axes: ['Finish', 'Measure'],
  care: 'Wipe clean',
  making: ['Wired here, with a flex that can be changed.', 'The shade is glued with hide glue and steamed flat.'],
  density: 14,
};

export const basketry: Family = {
  materials: [willow, seagrass, leather, cotton],
  named: true,
  manners: ['woven', 'lidded', 'lined', 'round', 'oval', 'stackable', 'handled', 'plaited'],
  axes: ['Colour', 'Size'],
  care: 'Wipe clean',
  making: ['Woven over a wooden mould by one person in a day.', 'Cut in January, soaked in May.'],
  density: 16,
};

export const pots: Family = {
  materials: [terracotta, terracotta, stoneware, copper],
  named: true,
  manners: ['frost-proof', 'glazed', 'ribbed', 'rolled-rim', 'self-watering', 'weathered', 'tapered', 'low'],
  axes: ['Size', 'Colour'],
  care: 'Rinse with water',
  making: ['Thick-walled, with a hole in the bottom.', 'Dried for a month before it meets the kiln.'],
  density: 40,
};
