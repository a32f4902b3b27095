/** Names of product lines: places in their local spelling. */
const lines = {
  en: `Alnmouth Aldeburgh Bamburgh Blakeney Brancaster Burnham Cley Craster Cromer Dunwich Holkham Holy-Island Kinsale Lindisfarne
    Lulworth Morston Orford Porthgain Rathlin Salthouse Seahouses Shingle-Street Staithes Thornham Walberswick Warham Whitby Yarmouth
    Connemara Achill Skye Orkney Shetland Barra Iona Tiree Mull Ullapool Applecross Pembroke Anglesey Llanberis Tŷ-Gwyn Ynys-Las`,
  de: `Allgäu Büsum Dithmarschen Eifel Fehmarn Fläming Föhr Geltow Hiddensee Höri Husum Lüneburg Möhne Müritz Nördlingen Oderbruch
    Rhön Rügen Schlei Schwäbisch-Hall Spreewald Süderoog Uckermark Usedom Wörth Würzburg Zürich Appenzell Graubünden Kärnten
    Mühlviertel Wachau Weißensee Zwiesel Göhren Schönbrunn`,
  fr: `Aubrac Belle-Île Bréhat Camargue Cévennes Chérence Étretat Guérande Honfleur Hyères Luberon Ménerbes Mézenc Noirmoutier Oléron
    Ouessant Périgord Pornic Quercy Saint-Émilion Sète Vallauris Vézelay Vosges Ploumanac’h Lozère Ardèche Forcalquier Puisaye La-Borne`,
  es: `Albarracín Almería Ávila Cádiz Cadaqués Coruña Córdoba Frigiliana Gijón Jaén Jávea León Logroño Mahón Málaga Menorca Níjar
    Peñíscola Ronda Sóller Talavera Úbeda Urueña Vélez Zahara Ibáñez Compostela Évora Óbidos Nazaré São-Vicente Peniche Aveiro`,
  da: `Ærø Anholt Bornholm Ebeltoft Endelave Fanø Femø Gudhjem Hirsholm Hvide-Sande Læsø Livø Mandø Møn Nørrebro Nysted Ribe Ringkøbing
    Rømø Samsø Sejerø Skagen Sønderho Svaneke Sæby Thyborøn Tåsinge Ålbæk Åland Fårö Gotland Öland Skåne Småland Tromsø Ålesund Røros Senja`,
  ja: `Arita Bizen Echizen Hagi Hasami Iga Karatsu Kasama Kutani Kyūshū Mashiko Mino Ōtani Seto Shigaraki Tamba Tobe Tokoname Tōhoku Yakushima`,
};

export type Language = 'de' | 'fr' | 'es' | 'da';

const splitWords = (text: string) => text.split(/\s+/).map((word) => word.replaceAll('-', ' '));

/** Lines for names in a language. English names use all lines. */
export const linesByLanguage: Readonly<Record<Language, readonly string[]>> = {
  de: splitWords(lines.de),
  fr: splitWords(lines.fr),
  es: splitWords(lines.es),
  da: splitWords(lines.da),
};
export const allLines: readonly string[] = Object.values(lines).flatMap(splitWords);

/** The preposition before a material. */
export const materialPrepositions: Readonly<Record<Language, string>> = { de: 'aus', fr: 'en', es: 'de', da: 'i' };

export const brands: readonly string[] = [
  ...['Saltmarsh', 'Atelier Coquelicot', 'Wüstefeld & Söhne', 'Nørrebro Keramik', 'Cerámica Alondra', 'Harrow & Finch'],
  ...['Maison Brûlée', 'Töpferei Lindgrün', 'Hélène Marchais', 'Skærbæk Lervarer', 'Casa Olivares', 'Pickering Glass'],
  ...[
    'Glashütte Weißbach',
    'Verrerie du Lac',
    'Vidrios Peñalara',
    'Holmegård Nord',
    'Ostler Ironworks',
    'Gießerei Kröger',
  ],
  ...['Forge des Étangs', 'Hierros Ibáñez', 'Smedjen Ølgod', 'Thistle & Bone', 'Webstuhl Zwönitz', 'Filature Arpège'],
  ...['Lana Montaña', 'Klässbol Väv', 'Røros Ullvare', 'Blackwater Mill', 'Corbeille & Cie', 'Flechtwerk Spree'],
  ...[
    'Larkspur Paper',
    'Papeterie Noël',
    'Büttenwerk Gmund',
    'Papeles Ñandú',
    'Ardent Candle Co.',
    'Cierges de Solesmes',
  ],
  ...['Bienenhof Ährental', 'Sæbehuset', 'Jabonería Triana', 'Savonnerie Pâquerette', 'Tidewrack Soap', 'Lumen & Rye'],
  ...[
    'Leuchtenbau Süd',
    'Lampisterie Férié',
    'Møbelsnedker Aabye',
    'Ebanistería Roldán',
    'Drechslerei Föhrenholz',
    'Oakhollow',
  ],
  ...[
    'Menuiserie Deux Rives',
    'Terrakotta Höhne',
    'Poterie Anduze',
    'Alfarería Úbeda',
    'Whichford Row',
    'Mashiko Kobo',
  ],
  ...[
    'Hasami Yaki',
    'Tokoname Sha',
    'Teekontor Övelgönne',
    'Torréfaction Zélie',
    'Chocolates Añil',
    'Bageriet Sødmælk',
  ],
];

export const tags: readonly string[] = [
  ...['everyday', 'gift', 'wedding list', 'new home', 'hand-thrown', 'one of a kind', 'small batch', 'oven-safe'],
  ...['microwave-safe', 'dishwasher-safe', 'freezer-safe', 'lead-free', 'plastic-free', 'recycled', 'organic', 'vegan'],
  ...['made in Europe', 'made to order', 'limited', 'back in stock', 'last pieces', 'seconds', 'classic', 'archive'],
  ...['summer table', 'winter table', 'Christmas', 'Easter', 'Hygge', 'picnic', 'breakfast', 'afternoon tea'],
  ...['dinner party', 'barbecue', 'baking', 'fermenting', 'coffee bar', 'cocktails', 'wine', 'for two'],
  ...[
    'for children',
    'for gardeners',
    'for cooks',
    'for writers',
    'for readers',
    'for the bath',
    'for the hall',
    'balcony',
  ],
  ...['minimal', 'rustic', 'wabi-sabi', 'Bauhaus', 'mid-century', 'colourful', 'neutral', 'botanical'],
  ...['light', 'heavy', 'stackable', 'space-saving', 'repairable', 'spare parts', 'letterbox', 'under twenty'],
];

export const countries: readonly string[] = [
  ...[
    'Germany',
    'France',
    'Spain',
    'Denmark',
    'Portugal',
    'Sweden',
    'Norway',
    'Finland',
    'Estonia',
    'Poland',
    'Czechia',
  ],
  ...['Austria', 'Italy', 'Ireland', 'Scotland', 'Wales', 'England', 'Japan', 'Netherlands', 'Lithuania'],
];

/** Sentences of descriptions, with the placeholders {line}, {thing}, {material} and {maker}. */
export const openings: readonly string[] = [
  'The {line} {thing} began as a sample that nobody wanted to give back.',
  'A {thing} for people who use what they own.',
  '{maker} has made this {thing} for eleven years and changed it twice.',
  'Plain at first sight; the {material} does the talking.',
  'We asked {maker} for a {thing} that survives a family, and this is what came.',
  'It is the {thing} that we reach for without looking.',
];

export const middles: readonly string[] = [
  'It sits well in the hand and better on the shelf, where it takes less room than it seems to.',
  'Weight was taken out where it did no good and left where it steadies.',
  'Pieces differ by a few millimetres; in a stack it shows, on a table it does not.',
  'The {material} comes from one supplier, so a piece bought next year will match.',
  'Edges are broken by hand. There is nothing to chip and nothing to catch.',
  'It ages: a mark here and there, a deeper colour, and no loss of use.',
  'Light from the side is kind to it, so give it a window if you have one to spare.',
  'What looks like decoration is a grip.',
];

export const endings: readonly string[] = [
  'Packed in paper, in a box that can be used again.',
  'If it breaks on the way we send another; if it breaks later we sell single pieces.',
  'Goes with the rest of {line}, and with what you have.',
  'A repair costs less than a new one, and we do it.',
  'Made by {maker}; sold by us since the first firing.',
];
