/**
 * A query, and the product of the generated catalogue that must be among the first five results.
 * `order`: words in another order; `label`: brand, tag or category; `within`: a part of a compound;
 * `synonym`: a word that the shop's synonyms know.
 */
export interface QualityQuery {
  readonly kind: 'typo' | 'plural' | 'code' | 'order' | 'accent' | 'label' | 'beginning' | 'within' | 'synonym';
  readonly query: string;
  readonly product: string;
}

type Pairs = readonly (readonly [query: string, product: string])[];

const queriesByKind: Readonly<Record<QualityQuery['kind'], Pairs>> = {
  typo: [
    ['watring can roros', 'Røros watering can'],
    ['chaampagne flute lozere', 'Glass champagne flute Lozère'],
    ['coper mister ronda', 'Ronda copper mister'],
    ['stonewear planter mahon', 'Mahón stoneware planter'],
    ['breakfest tray malaga', 'Beech breakfast tray Málaga'],
    ['candel holder uckermark', 'Uckermark cast iron candle holder'],
    ['secaturs endelave', 'Endelave enamel secateurs'],
    ['sketchbok leon', 'León sketchbook in charcoal'],
    ['bedsde table alesund', 'Ålesund round bedside table'],
    ['quich dish schlei', 'Stoneware quiche dish Schlei'],
    ['demitase pornic', 'Porcelain demitasse Pornic'],
    ['picure frame fano', 'Fanø picture frame in oak'],
    ['milkng stool anglesy', 'Anglesey oak milking stool'],
    ['liqiud soap vezelay', 'Vézelay liquid soap'],
    ['old fashoned glass muritz', 'Müritz glass old fashioned glass'],
    ['bud vsae ribe', 'Ribe two-tone bud vase'],
    ['chesse dome blakeney', 'Blakeney cut cheese dome'],
    ['sensha ubeda', 'Úbeda sencha'],
    ['casserol holly island', 'Holy Island cast iron casserole'],
    ['toothbursh mug mohne', 'Möhne toothbrush mug'],
  ],
  plural: [
    ['sugar bowls smaland', 'Småland sugar bowl'],
    ['canisters otani', 'Ōtani canister'],
    ['bread knives ardeche', 'Stainless steel bread knife Ardèche'],
    ['benches spreewald', 'Spreewald walnut bench'],
    ['tea bowls rugen chalk', 'Rügen tea bowl in chalk'],
    ['scented candles malaga', 'Málaga scented candle'],
    ['leather baskets rugen', 'Rügen leather basket'],
    ['oven gloves muritz indigo', 'Müritz oven glove in indigo'],
    ['picture frames fano oak', 'Fanø picture frame in oak'],
    ['bath salts mohne', 'Möhne bath salt'],
    ['body butters svaneke', 'Svaneke nourishing body butter'],
    ['hand washes rathlin', 'Rathlin hand wash'],
  ],
  code: [
    ['WAT-01970', 'Ronda copper mister'],
    ['wat01970', 'Ronda copper mister'],
    ['gte 00381', 'Úbeda sencha'],
    ['STA-00245', 'Ålesund round bedside table'],
    ['pie-02262', 'Stoneware quiche dish Schlei'],
    ['SEC-0847', 'Endelave enamel secateurs'],
    ['FRA-02327', 'Fanø picture frame in oak'],
    ['sto05959', 'Skammel Hirsholm i valnød'],
  ],
  order: [
    ['planter stoneware mahon', 'Mahón stoneware planter'],
    ['mahon planter stoneware', 'Mahón stoneware planter'],
    ['tray breakfast tiree', 'Tiree breakfast tray'],
    ['tiree tray breakfast', 'Tiree breakfast tray'],
    ['board chopping nazare walnut', 'Nazaré walnut chopping board'],
    ['lozere flute champagne', 'Glass champagne flute Lozère'],
    ['rug runner peniscola', 'Peñíscola runner rug'],
    ['dome cheese blakeney', 'Blakeney cut cheese dome'],
    ['glass wine stemmed cherence', 'Chérence stemmed wine glass'],
    ['wash hand rathlin', 'Rathlin hand wash'],
  ],
  accent: [
    ['ubeda sencha', 'Úbeda sencha'],
    ['ÚBEDA SENCHA', 'Úbeda sencha'],
    ['cherence stemmed wine glass', 'Chérence stemmed wine glass'],
    ['peniscola runner rug', 'Peñíscola runner rug'],
    ['cuenco de desayuno cordoba', 'Cuenco de desayuno Córdoba de gres'],
    ['smakage skagen', 'Småkage Skagen'],
    ['skammel hirsholm valnod', 'Skammel Hirsholm i valnød'],
    ['cucharon albarracin', 'Cucharón Albarracín de latón'],
    ["banc ploumanac'h", 'Banc Ploumanac’h'],
    ['sønderho hobnail', 'Sønderho hobnail champagne coupe'],
    ['otani porcelain sugar bowl', 'Ōtani porcelain sugar bowl'],
    ['kissenhulle usedom', 'Kissenhülle Usedom'],
  ],
  label: [
    ['secateurs poterie anduze', 'Endelave enamel secateurs'],
    ['benches poterie anduze', 'Banc Ploumanac’h'],
    ['hygge rathlin wash', 'Rathlin hand wash'],
    ['chocolates maison brulee ardeche', 'Roasted chocolate, Ardèche'],
    ['side tables tobe mid-century', 'Tobe hand-carved side table'],
  ],
  beginning: [
    ['anglesey milk', 'Anglesey oak milking stool'],
    ['dunw perf note', 'Dunwich perforated notebook'],
    ['holy isl cass', 'Holy Island cast iron casserole'],
    ['kochm schlei', 'Kochmesser Schlei aus Emaille'],
    ['connem oak spat', 'Long-handled oak spatula, Connemara'],
    ['göhren wall cl', 'Göhren olive wood wall clock'],
  ],
  within: [
    ['tasse wachau porzellan', 'Milchkaffeetasse Wachau aus Porzellan'],
    ['messer schlei emaille', 'Kochmesser Schlei aus Emaille'],
    ['bed side table alesund', 'Ålesund round bedside table'],
  ],
  synonym: [
    ['china demitasse pornic', 'Porcelain demitasse Pornic'],
    ['toothbrush beaker mohne', 'Möhne toothbrush mug'],
    ['timber milking stool anglesey', 'Anglesey oak milking stool'],
    ['candleholder uckermark', 'Uckermark cast iron candle holder'],
    ['pottery planters mahon', 'Mahón stoneware planter'],
    ['china sugar bowls otani', 'Ōtani porcelain sugar bowl'],
  ],
};

export const qualityQueries: readonly QualityQuery[] = Object.entries(queriesByKind).flatMap(([kind, pairs]) =>
  pairs.map(([query, product]) => ({ kind: kind as QualityQuery['kind'], query, product })),
);

export interface Quality {
  readonly queries: number;
  /** Share of the queries whose product was among the first five: 0 to 1. */
  readonly recall: number;
  readonly notFound: readonly QualityQuery[];
}

/** @param search returns names of the products found, best first */
export async function measureQuality(search: (query: string) => Promise<readonly string[]>): Promise<Quality> {
  const notFound: QualityQuery[] = [];
  for (const expected of qualityQueries) {
    const names = await search(expected.query);
    if (!names.slice(0, 5).includes(expected.product)) notFound.push(expected);
  }
  const queries = qualityQueries.length;
  return { queries, recall: (queries - notFound.length) / queries, notFound };
}
