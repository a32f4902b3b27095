import {
  basketry,
  ceramics,
  type Family,
  glassware,
  lamps,
  metalware,
  pantry,
  papers,
  pots,
  soaps,
  textiles,
  waxes,
  woodware,
} from './families.ts';

/** A kind of product, with its own category. */
export interface ProductKind {
  readonly path: readonly [department: string, group: string, category: string];
  /** Three letters for SKUs. */
  readonly code: string;
  readonly en: readonly string[];
  readonly de: string;
  readonly fr: string;
  readonly es: string;
  readonly da: string;
  readonly family: Family;
  /** Euros. */
  readonly price: readonly [low: number, high: number];
}

const families: Readonly<Record<string, Family>> = {
  basketry,
  ceramics,
  glassware,
  lamps,
  metalware,
  pantry,
  papers,
  pots,
  soaps,
  textiles,
  waxes,
  woodware,
};

/**
 * Headings: department > group: family. Rows: category; code; English names; German; French;
 * Spanish; Danish; lowest-highest price.
 */
const table = `
Tableware > Plates: ceramics
  Dinner plates; DPL; dinner plate; Essteller; assiette plate; plato llano; middagstallerken; 14-48
  Side plates; SPL; side plate / dessert plate; Kuchenteller; assiette à dessert; plato de postre; desserttallerken; 9-32
  Soup plates; SOP; soup plate / pasta plate; Suppenteller; assiette creuse; plato hondo; dyb tallerken; 14-42
Tableware > Bowls: ceramics
  Cereal bowls; CBO; cereal bowl / breakfast bowl; Müslischale; bol à céréales; cuenco de desayuno; morgenmadsskål; 12-36
  Serving bowls; SBO; serving bowl / salad bowl; Salatschüssel; saladier; ensaladera; salatskål; 24-96
  Noodle bowls; NBO; ramen bowl / noodle bowl; Ramenschale; bol à ramen; cuenco de ramen; ramenskål; 18-54
  Dipping bowls; DBO; dipping bowl / pinch bowl; Dipschälchen; coupelle; cuenquito; dipskål; 5-18
Tableware > Cups and mugs: ceramics
  Mugs; MUG; mug; Becher; mug; taza; krus; 12-38
  Espresso cups; ESP; espresso cup / demitasse; Espressotasse; tasse à expresso; taza de espresso; espressokop; 8-28
  Cappuccino cups; CAP; cappuccino cup / latte cup; Milchkaffeetasse; tasse à cappuccino; taza de capuchino; cappuccinokop; 12-34
  Beakers; BEA; beaker / handleless cup; Trinkbecher; gobelet; vaso de cerámica; bæger; 10-30
Tableware > Teaware: ceramics
  Teapots; TPO; teapot; Teekanne; théière; tetera; tekande; 38-140
  Saucers; SAU; saucer; Untertasse; soucoupe; platillo; underkop; 5-16
  Tea bowls; TBO; tea bowl / chawan; Teeschale; bol à thé; cuenco de té; teskål; 16-90
  Milk jugs; MJU; milk jug / creamer; Milchkännchen; pot à lait; jarrita de leche; mælkekande; 14-44
  Sugar bowls; SUG; sugar bowl; Zuckerdose; sucrier; azucarero; sukkerskål; 14-40
Tableware > Serving: ceramics
  Platters; PLA; platter / serving dish; Servierplatte; plat de service; fuente; serveringsfad; 28-110
  Cake stands; CAK; cake stand; Tortenplatte; présentoir à gâteau; soporte para tartas; kagefad på fod; 34-98
  Butter dishes; BUT; butter dish; Butterdose; beurrier; mantequera; smørskål; 22-56
  Egg cups; EGG; egg cup; Eierbecher; coquetier; huevera; æggebæger; 5-16
  Gravy boats; GRA; gravy boat / sauce jug; Sauciere; saucière; salsera; sovseskål; 24-62
Glassware > Drinking glasses: glassware
  Water glasses; WAG; water glass / tumbler; Wasserglas; verre à eau; vaso de agua; vandglas; 5-26
  Wine glasses; WIG; wine glass / goblet; Weinglas; verre à vin; copa de vino; vinglas; 9-58
  Champagne coupes; CHA; champagne coupe / champagne flute; Sektschale; coupe à champagne; copa de cava; champagneskål; 12-64
  Whisky glasses; WHI; whisky tumbler / old fashioned glass; Whiskyglas; verre à whisky; vaso de whisky; whiskyglas; 10-60
  Schnapps glasses; SCH; schnapps glass / shot glass; Schnapsglas; verre à liqueur; vaso de chupito; snapseglas; 5-22
Glassware > Carafes and jugs: glassware
  Carafes; CAR; carafe; Karaffe; carafe; garrafa; karaffel; 22-88
  Decanters; DEC; decanter; Dekanter; carafe à décanter; decantador; dekanter; 48-180
  Water jugs; WJU; water jug / pitcher; Wasserkrug; pichet; jarra de agua; vandkande; 24-82
Glassware > Jars and bottles: glassware
  Preserving jars; PRE; preserving jar / mason jar; Einmachglas; bocal; tarro de conserva; sylteglas; 4-18
  Swing-top bottles; BOT; swing-top bottle; Bügelflasche; bouteille à bouchon mécanique; botella con tapón; patentflaske; 5-20
  Cloches; CLO; cloche / cheese dome; Glasglocke; cloche; campana de cristal; glasklokke; 26-90
Kitchen > Baking: ceramics
  Baking dishes; BAK; baking dish / gratin dish; Auflaufform; plat à gratin; fuente de horno; ovnfast fad; 24-74
  Pie dishes; PIE; pie dish / quiche dish; Quicheform; moule à tarte; molde para tartas; tærtefad; 20-54
  Mixing bowls; MIX; mixing bowl / batter bowl; Rührschüssel; cul-de-poule; bol de mezcla; røreskål; 22-70
Kitchen > Cooking: metalware
  Casseroles; CAS; casserole / Dutch oven; Schmortopf; cocotte; cacerola; stegegryde; 64-320
  Frying pans; FRY; frying pan / skillet; Bratpfanne; poêle; sartén; stegepande; 38-190
  Saucepans; SAP; saucepan; Stielkasserolle; casserole; cazo; kasserolle; 34-150
  Loaf tins; LOA; loaf tin / bread tin; Kastenform; moule à cake; molde de pan; brødform; 14-42
Kitchen > Tools: metalware
  Whisks; WSK; whisk; Schneebesen; fouet; batidor; piskeris; 8-34
  Graters; GRT; grater / zester; Reibe; râpe; rallador; rivejern; 9-38
  Peelers; PEE; peeler; Sparschäler; éplucheur; pelador; skrællekniv; 5-22
  Ladles; LAD; ladle / skimmer; Schöpfkelle; louche; cucharón; opøseske; 9-36
Kitchen > Wooden tools: woodware
  Wooden spoons; WSP; wooden spoon / spatula; Kochlöffel; cuillère en bois; cuchara de madera; grydeske; 5-24
  Rolling pins; ROL; rolling pin; Nudelholz; rouleau à pâtisserie; rodillo; kagerulle; 12-44
  Pepper mills; PEP; pepper mill / salt mill; Pfeffermühle; moulin à poivre; molinillo de pimienta; peberkværn; 24-86
  Chopping boards; CHO; chopping board / cutting board; Schneidebrett; planche à découper; tabla de cortar; skærebræt; 22-140
Kitchen > Knives: metalware
  Chef's knives; CHE; chef's knife / santoku; Kochmesser; couteau de chef; cuchillo de chef; kokkekniv; 48-260
  Bread knives; BRK; bread knife; Brotmesser; couteau à pain; cuchillo de pan; brødkniv; 32-140
  Cutlery; CUT; dinner fork / tablespoon / teaspoon; Besteck; couverts; cubertería; bestik; 4-38
Kitchen > Coffee and tea: ceramics
  Coffee drippers; DRI; coffee dripper / pour-over cone; Kaffeefilter; porte-filtre; cono de café; kaffetragt; 16-58
  Canisters; CAN; canister / storage jar; Vorratsdose; boîte à provisions; bote de cocina; opbevaringskrukke; 18-72
  Mortars; MOR; mortar and pestle; Mörser; mortier; mortero; morter; 22-80
Decoration > Vases: ceramics
  Bud vases; BUD; bud vase; Knospenvase; soliflore; florero pequeño; knopvase; 12-46
  Bottle vases; BVA; bottle vase; Flaschenvase; vase bouteille; jarrón botella; flaskevase; 28-120
  Floor vases; FVA; floor vase; Bodenvase; grand vase; jarrón de suelo; gulvvase; 80-340
  Moon jars; MOO; moon jar; Mondvase; jarre de lune; jarrón luna; månekrukke; 70-420
Decoration > Candles: waxes
  Pillar candles; PIL; pillar candle; Stumpenkerze; bougie pilier; vela; bloklys; 8-36
  Scented candles; SCA; scented candle; Duftkerze; bougie parfumée; vela perfumada; duftlys; 18-68
  Taper candles; TAP; taper candle / dinner candle; Spitzkerze; chandelle; vela larga; kertelys; 3-16
Decoration > Candle holders: metalware
  Candlesticks; CST; candlestick / candle holder; Kerzenständer; bougeoir; candelero; lysestage; 14-90
  Lanterns; LAN; lantern; Laterne; lanterne; farol; lanterne; 24-130
Decoration > On the wall: woodware
  Mirrors; MIR; wall mirror; Wandspiegel; miroir; espejo; vægspejl; 48-280
  Picture frames; FRA; picture frame; Bilderrahmen; cadre; marco; billedramme; 14-90
  Clocks; CLK; wall clock; Wanduhr; horloge murale; reloj de pared; vægur; 42-180
  Coat hooks; HOO; coat hook / peg rail; Garderobenhaken; patère; perchero; knagerække; 10-96
Textiles > Table linen: textiles
  Tablecloths; TAB; tablecloth; Tischdecke; nappe; mantel; dug; 38-180
  Napkins; NAP; napkin; Serviette; serviette de table; servilleta; stofserviet; 7-28
  Table runners; RUN; table runner; Tischläufer; chemin de table; camino de mesa; bordløber; 22-84
  Placemats; PLM; placemat; Tischset; set de table; mantel individual; dækkeserviet; 8-32
Textiles > Kitchen textiles: textiles
  Tea towels; TTO; tea towel / dish towel; Geschirrtuch; torchon; paño de cocina; viskestykke; 8-28
  Aprons; APR; apron; Schürze; tablier; delantal; forklæde; 28-92
  Oven gloves; OVE; oven glove / pot holder; Ofenhandschuh; manique; manopla de horno; grillhandske; 10-34
Textiles > Bed and sofa: textiles
  Blankets; BLA; blanket / throw; Wolldecke; plaid; manta; plaid af uld; 58-320
  Cushion covers; CUS; cushion cover; Kissenhülle; housse de coussin; funda de cojín; pudebetræk; 18-84
  Duvet covers; DUV; duvet cover; Bettbezug; housse de couette; funda nórdica; dynebetræk; 78-280
  Pillowcases; PIC; pillowcase; Kopfkissenbezug; taie d'oreiller; funda de almohada; pudevår; 18-68
  Rugs; RUG; rug / runner rug; Teppich; tapis; alfombra; tæppe; 90-780
Textiles > Bath textiles: textiles
  Bath towels; BTO; bath towel; Badetuch; drap de bain; toalla de baño; badehåndklæde; 24-92
  Hand towels; HTO; hand towel / guest towel; Handtuch; essuie-mains; toalla de manos; håndklæde; 12-44
  Bathrobes; ROB; bathrobe / kimono robe; Bademantel; peignoir; albornoz; badekåbe; 68-190
Lighting > Lamps: lamps
  Table lamps; TLA; table lamp / desk lamp; Tischleuchte; lampe de table; lámpara de mesa; bordlampe; 58-420
  Floor lamps; FLA; floor lamp; Stehleuchte; lampadaire; lámpara de pie; gulvlampe; 120-780
  Pendant lamps; PEN; pendant lamp / ceiling light; Pendelleuchte; suspension; lámpara colgante; pendel; 72-560
  Wall lamps; WLA; wall lamp / sconce; Wandleuchte; applique; aplique; væglampe; 58-320
Lighting > Shades: textiles
  Lampshades; SHA; lampshade; Lampenschirm; abat-jour; pantalla de lámpara; lampeskærm; 28-160
Furniture > Seating: woodware
  Stools; STO; stool / milking stool; Hocker; tabouret; taburete; skammel; 68-340
  Chairs; CHR; chair / armchair; Stuhl; chaise; silla; stol; 160-940
  Benches; BEN; bench; Sitzbank; banc; banco; bænk; 180-820
Furniture > Tables and shelves: woodware
  Side tables; STA; side table / bedside table; Beistelltisch; table d'appoint; mesita auxiliar; sidebord; 110-560
  Wall shelves; SHE; wall shelf / bookshelf; Wandregal; étagère; estante; væghylde; 38-420
  Trays; TRA; tray / breakfast tray; Tablett; plateau; bandeja; bakke; 22-96
Furniture > Baskets: basketry
  Baskets; BAS; basket / log basket; Korb; panier; cesta; kurv; 18-140
  Laundry baskets; LAU; laundry basket / hamper; Wäschekorb; corbeille à linge; cesto de ropa; vasketøjskurv; 48-180
  Boxes; BOX; lidded box / storage box; Schachtel; boîte; caja; æske; 12-84
Garden > Pots and planters: pots
  Planters; PLN; planter / plant pot; Blumentopf; cache-pot; maceta; urtepotte; 12-180
  Hanging pots; HAN; hanging pot; Blumenampel; suspension fleurie; maceta colgante; ampel; 18-78
  Pot saucers; PSA; pot saucer / plant saucer; Topfuntersetzer; soucoupe de pot; plato de maceta; underskål; 4-26
  Bird baths; BIR; bird bath / bird feeder; Vogeltränke; bain d'oiseaux; bebedero de pájaros; fuglebad; 28-160
Garden > Garden tools: metalware
  Trowels; TRO; trowel / hand fork; Pflanzkelle; transplantoir; paleta de jardín; planteske; 14-52
  Watering cans; WAT; watering can / mister; Gießkanne; arrosoir; regadera; vandkande til haven; 18-110
  Secateurs; SEC; secateurs / pruning shears; Gartenschere; sécateur; tijeras de podar; beskæresaks; 28-120
Bath and body > Soap: soaps
  Bar soaps; SOA; bar soap / soap; Seife; savon; jabón; sæbe; 4-18
  Liquid soaps; LSO; liquid soap / hand wash; Flüssigseife; savon liquide; jabón líquido; flydende sæbe; 9-34
  Bath salts; BSA; bath salt; Badesalz; sel de bain; sal de baño; badesalt; 8-36
  Hand creams; HCR; hand cream / body butter; Handcreme; crème pour les mains; crema de manos; håndcreme; 8-38
Bath and body > Bathroom: ceramics
  Soap dishes; SDI; soap dish; Seifenschale; porte-savon; jabonera; sæbeskål; 9-34
  Toothbrush mugs; TOO; toothbrush mug; Zahnputzbecher; gobelet à dents; vaso de baño; tandkrus; 10-32
Paper > Writing: papers
  Notebooks; NOT; notebook / sketchbook; Notizbuch; carnet; cuaderno; notesbog; 6-42
  Diaries; DIA; diary / weekly planner; Kalenderbuch; agenda; agenda; kalender; 14-48
  Writing paper; WRI; letter set / writing pad; Briefpapier; papier à lettres; papel de cartas; brevpapir; 8-36
Paper > Cards and prints: papers
  Greeting cards; GRE; greeting card / postcard; Grußkarte; carte de vœux; tarjeta de felicitación; lykønskningskort; 2-9
  Wrapping paper; WRA; wrapping paper / gift wrap; Geschenkpapier; papier cadeau; papel de regalo; gavepapir; 3-16
  Posters; POS; poster / art print; Plakat; affiche; lámina; plakat; 14-120
Food and drink > Tea and coffee: pantry
  Green teas; GTE; green tea / sencha; Grüntee; thé vert; té verde; grøn te; 7-38
  Black teas; BTE; black tea / breakfast tea; Schwarztee; thé noir; té negro; sort te; 6-32
  Coffees; COF; coffee / espresso roast; Kaffee; café; café; kaffe; 8-28
Food and drink > Larder: pantry
  Chocolates; CHC; chocolate / praline; Schokolade; chocolat; chocolate; chokolade; 4-36
  Jams and honeys; JAM; jam / honey / marmalade; Marmelade; confiture; mermelada; syltetøj; 4-18
  Oils and vinegars; OIL; olive oil / vinegar; Essig und Öl; huile et vinaigre; aceite y vinagre; olie og eddike; 8-42
  Biscuits; BIS; shortbread / biscuit; Gebäck; sablé; galleta; småkage; 4-18
`;

function readTable(): ProductKind[] {
  let group: { readonly names: readonly string[]; readonly family: Family } | null = null;
  const found: ProductKind[] = [];
  for (const line of table.split('\n')) {
    const [category = '', code = '', en = '', de = '', fr = '', es = '', da = '', price = ''] = line.trim().split('; ');
    const [low = 0, high = 0] = price.split('-').map(Number);
    if (code === '') group = readGroup(line) ?? group;
    else if (group !== null) {
      const [department = '', name = ''] = group.names;
      const { family } = group;
      const path = [department, name, category] as const;
      found.push({ path, code, en: en.split(' / '), de, fr, es, da, family, price: [low, high] });
    }
  }
  return found;
}

function readGroup(line: string) {
  const [names = '', familyName = ''] = line.split(': ');
  const family = families[familyName];
  return family && { names: names.split(' > '), family };
}

export const productKinds: readonly ProductKind[] = readTable();
