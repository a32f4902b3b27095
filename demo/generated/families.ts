/** Properties of products that are made in the same way. */
export interface Family {
  readonly materials: readonly Material[];
  /** Whether names may contain the material. */
  readonly isMaterialNamed: boolean;
  readonly adjectives: readonly string[];
  /** Attributes for variations, the likelier first. */
  readonly variationAttributes: readonly string[];
  readonly care: string;
  readonly gramsPerEuro: number;
}

/** A material in each language of the product names. */

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
  isMaterialNamed: true,
  adjectives: [
    ...['speckled', 'ribbed', 'fluted', 'hand-thrown', 'crackled', 'matt', 'faceted', 'footed', 'stackable'],
    ...['scalloped', 'two-tone', 'dipped', 'brushed', 'carved', 'pinched', 'slip-trailed', 'reactive', 'wood-fired'],
  ],
  variationAttributes: ['Glaze', 'Size', 'Set'],
  care: 'Dishwasher safe',
  gramsPerEuro: 18,
};

export const glassware: Family = {
  materials: [glass, glass, glass, crystal],
  isMaterialNamed: true,
  adjectives: [
    ...['mouth-blown', 'ribbed', 'optic', 'cut', 'etched', 'bubbled', 'smoked', 'thin-walled', 'double-walled'],
    ...['pressed', 'hobnail', 'straight-sided', 'tulip-shaped', 'stemmed', 'recycled'],
  ],
  variationAttributes: ['Tint', 'Capacity', 'Set'],
  care: 'Dishwasher safe',
  gramsPerEuro: 14,
};

export const woodware: Family = {
  materials: [oak, beech, walnut, olivewood],
  isMaterialNamed: true,
  adjectives: [
    ...['end-grain', 'oiled', 'turned', 'live-edge', 'steam-bent', 'hand-carved', 'dovetailed', 'folding', 'smoked'],
    ...['long-handled', 'round', 'reversible'],
  ],
  variationAttributes: ['Wood', 'Size'],
  care: 'Wipe clean',
  gramsPerEuro: 22,
};

export const metalware: Family = {
  materials: [steel, steel, iron, brass, copper, enamel],
  isMaterialNamed: true,
  adjectives: [
    ...['hammered', 'brushed', 'polished', 'blackened', 'riveted', 'spun', 'seasoned', 'long-handled', 'tinned'],
    ...['enamelled', 'forged', 'nesting'],
  ],
  variationAttributes: ['Finish', 'Size'],
  care: 'Hand wash',
  gramsPerEuro: 20,
};

export const textiles: Family = {
  materials: [linen, linen, cotton, cotton, wool, mohair],
  isMaterialNamed: true,
  adjectives: [
    ...['washed', 'striped', 'checked', 'herringbone', 'waffle', 'fringed', 'hemstitched', 'jacquard', 'quilted'],
    ...['embroidered', 'hand-loomed', 'undyed', 'block-printed', 'double-faced'],
  ],
  variationAttributes: ['Colour', 'Measure', 'Set'],
  care: 'Machine wash',
  gramsPerEuro: 8,
};

export const waxes: Family = {
  materials: [beeswax, soy],
  isMaterialNamed: false,
  adjectives: ['scented', 'hand-poured', 'slow-burning', 'twisted', 'fluted', 'unscented', 'tapered'],
  variationAttributes: ['Scent', 'Size'],
  care: 'Keep cool and dry',
  gramsPerEuro: 16,
};

export const soaps: Family = {
  materials: [olive],
  isMaterialNamed: false,
  adjectives: ['cold-pressed', 'unscented', 'gentle', 'exfoliating', 'nourishing', 'fragrant', 'milled'],
  variationAttributes: ['Scent', 'Weight'],
  care: 'Keep cool and dry',
  gramsPerEuro: 12,
};

export const papers: Family = {
  materials: [paper, paper, rag],
  isMaterialNamed: true,
  adjectives: [
    'stitched',
    'letterpress',
    'dotted',
    'ruled',
    'plain',
    'marbled',
    'cloth-bound',
    'deckled',
    'perforated',
  ],
  variationAttributes: ['Colour', 'Format', 'Set'],
  care: 'Keep cool and dry',
  gramsPerEuro: 15,
};

export const pantry: Family = {
  materials: [paper, tin, glass],
  isMaterialNamed: false,
  adjectives: ['organic', 'single-estate', 'smoked', 'first-flush', 'roasted', 'raw', 'wild', 'stone-ground', 'dark'],
  variationAttributes: ['Weight', 'Flavour'],
  care: 'Keep cool and dry',
  gramsPerEuro: 30,
};

export const lamps: Family = {
  materials: [brass, steel, oak, glass, linen, terracotta],
  isMaterialNamed: true,
  adjectives: [
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
  variationAttributes: ['Finish', 'Measure'],
  care: 'Wipe clean',
  gramsPerEuro: 14,
};

export const basketry: Family = {
  materials: [willow, seagrass, leather, cotton],
  isMaterialNamed: true,
  adjectives: ['woven', 'lidded', 'lined', 'round', 'oval', 'stackable', 'handled', 'plaited'],
  variationAttributes: ['Colour', 'Size'],
  care: 'Wipe clean',
  gramsPerEuro: 16,
};

export const pots: Family = {
  materials: [terracotta, terracotta, stoneware, copper],
  isMaterialNamed: true,
  adjectives: ['frost-proof', 'glazed', 'ribbed', 'rolled-rim', 'self-watering', 'weathered', 'tapered', 'low'],
  variationAttributes: ['Size', 'Colour'],
  care: 'Rinse with water',
  gramsPerEuro: 40,
};
