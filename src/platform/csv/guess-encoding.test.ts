import { describe, expect, it } from 'vitest';
import { type EncodingGuess, guessEncoding } from './guess-encoding.ts';
import type { LegacyEncoding } from './legacy-encodings.ts';

/** Names of products with letters that are not ASCII, and the encodings in which spreadsheets write them. */
const languages: readonly (readonly [string, readonly LegacyEncoding[], string])[] = [
  [
    'French',
    ['windows-1252', 'macintosh'],
    'Hôtel Étoile|Crème brûlée|Théière émaillée|Gâteau|Forêt|Façade bleue|Bougie parfumée|Maître|Noël|Vaisselle en grès|Cœur|Goût|Mûre sauvage|Où|Déjà vu|Café|Été|À la carte|Pâte|Œuf|Écharpe|Sûr|Bière|Île|Naïf|Pêche|Lumière|Boîte à thé|Tête|Modèle|Châle|Théâtre|Écume|Sacré|Plateau en érable|Thé à la menthe|Panière|Dîner|Tabouret en chêne|Évier|Sève|Ficelle dorée|Rêve|Fût|Pâtisserie|Clé|Mètre|Naïade|Brosse à dents|Peluche bébé',
  ],
  [
    'German',
    ['windows-1252', 'macintosh'],
    'Große Schüssel|Fuß|Köln|Müller|Übertopf|Tee für zwei|Weiße Bühne|Häkeltuch|Öl|Ärmel|Gänseblümchen|Maß|Grün|Spülbürste|Löffel|Tür|Käse|Schön|Nähmaschine|Bär|Straße|Flöte|Kräuter|Kürbis|Wärmflasche|Frühstück|Süßigkeit|Ofenhandschuh für Köche|Töpfe|Brötchen|Überzug|Hütte|Mütze|Gruß|Ähre|Gefäß|Bürste|Nüsse',
  ],
  [
    'Spanish',
    ['windows-1252', 'macintosh'],
    'Piñata|Lámpara|Azúcar|Té verde|Jabón|Camión|Niño|Árbol|Cinturón|Córdoba|Muñeca|Edición|Tamaño|Corazón|Jarrón azul|Cerámica|Útil|Ñandú|Pequeño|Última|Música|Límite|Sillón|Rápido|Ángel|Café|País|Aquí|Cojín|Baúl|Mañana|Teléfono|Ratón|Señal|Mármol|Pantalón|Sofá|Añil|Plátano|Ímpetu|Óleo|Bufón|Camisón|Ibérico|Té negro|Uña',
  ],
  [
    'Portuguese',
    ['windows-1252', 'macintosh'],
    'Pão|Balões|Maçã|Coração|Lã|Chávena|Colchão|Irmã|Açúcar|Câmara|Cortiça|Três|Avó|Avô|Água|Edições|Limão|Calções|Mãe|Português|Lençol|Sabão|Órgão|Índigo|Balcão|Fogão|Canções|Almofada de algodão|Chão|Feijão|Maçanete|Pêssego|Colecção|Tábua|Sofá|Botões|Cães|Fácil|Café moído|Cadeirão|Linhaça|Rótulo',
  ],
  [
    'Italian',
    ['windows-1252', 'macintosh'],
    'Caffè|Città|Perché|Tè|Più|Qualità|Virtù|Lunedì|Tazza da tè|Papà|Metà|Comò|Così|Bambù|Novità|Ragù|Tiramisù|È|Servizio da caffè|Bontà|Ciò|Sì|Gioventù|Lampada a metà prezzo|Perciò|Civiltà|Cioè|Felicità|Laggiù',
  ],
  [
    'Dutch',
    ['windows-1252', 'macintosh'],
    'Café|Geïsoleerd|Koffiecrème|Één|Knoeien coöperatie|Reünie|Zoë|België|Hygiëne|Ruïne|Crème|Zeeën|Ideeën|Cadeau één|Olieën|Financiën|Oriëntatie|Geürm',
  ],
  [
    'Danish',
    ['windows-1252', 'macintosh'],
    'Blå skål|Rød kop|Æble|Ø|Smørkniv|Grøn|Børn|Fløde|Køkken|Håndklæde|Lærred|Tå|Ål|Æske|Østers|Dåse|Får|Sæbe|Gås|Småkager|Rør|Pære|Sengetøj|Køb|Måtte|Hør|Æblekage|Pude blå|Hæklet tæppe|Håndsæbe|Sølv|Rødvin|Frø|Nøgle|Bælte|Kæde|Lås|Møbel|Øl',
  ],
  [
    'Swedish',
    ['windows-1252', 'macintosh'],
    'Blå vas|Kärlek|Grön|Skål|Färg|Höst|Åre|Äpple|Öl|Ljusstake i trä|Kök|Smör|Två|Handgjord skål|Löpare|Bröd|Träd|Pläd|Påse|Tvål|Näve|Örhänge|Hållbar|Måne|Fjäder|Väska|Öppnare|Mössa|Båt|Låda|Äng|Dörrmatta|Rosmönster|Små kopp',
  ],
  [
    'Finnish',
    ['windows-1252', 'macintosh'],
    'Pöytä|Kynttilä|Hyvää yötä|Sähkö|Leipä|Älypuhelin|Öljy|Šakki|Villapöllö|Höyry|Nenäliina|Lämmin|Pyyhe sänky|Lämpö|Hylly pyökkiä|Säkki|Tyyny väri|Mökki|Lääke|Äiti|Tölkki',
  ],
  [
    'English',
    ['windows-1252', 'macintosh'],
    'it’s|L’Escale|Bern–Rom|20–30|20°C|m²|Acme™|“wide”|£5 off|½ l|12 €|10×20|Bol à café®|Jalapeño|Café|Naïve|Rosé|Crème|Piñata|Über|Façade|100 µm|© Acme|5 § 2|Men’s|don’t|1º|Nº 5|2ª|more…|• one|3⁄4|Women’s|isn’t|O’Neil|Café au lait|Doyen™|€5|25 €|±2|3×4|• New|Größe M|Señor|Déjà|Zürich|½|25 °C|20 m²|a™',
  ],
  [
    'Icelandic',
    ['windows-1252'],
    'Þór|Ísland|Ullarpeysa úr íslenskri ull|Bók|Hús|Skór|Ðórsmörk|Sjór og sól|Þvottur|Góðan daginn|Blóm|Rúm|Kerti úr býflugnavaxi|Húfa með dúsk|Kaffibolli fyrir þig|Veður|Ást|Öl|Máður|Hönd|Kápa|Lýsi|Trefill blár|Peysa græn|Þykkt teppi|Jól|Brúða|Skál úr gleri|Gjöf|Vír|Eldhúsáhöld|Hálsmen með steini|Náttborð|Æðardúnn|Þæfð ull|Dýr|Krús|Öskubakki',
  ],
  [
    'Estonian',
    ['windows-1257', 'windows-1252'],
    'Šokolaad|Kõrvarõngad|Põder|Võti|Žürii|Küünal|Käsitöö|Sõrmus|Öö|Tšekk|Õun|Müts|Lõhn|Kõrvits|Garaaž|Õlu|Põrsas|Pirukas jõhvikaga|Vöö|Jäätis|Duši all|Šampoon|Žanr|Pühvel|Küpsis|Rätik|Šašlõkk|Kõrv|Sõber|Žakett|Lõng|Pärl|Šift|Köök|Nõud|Õli|Ööpäev|Käsn|Rõõm|Tšello|Žest|Garaaži uks|Süda|Karusnahk šinšilja',
  ],
  [
    'Turkish',
    ['windows-1254'],
    'Yeşil çiçek|Kahve fincanı|Işık|İstanbul|Şal|Kırmızı|Güneş|Çanta|Ağaç|Taş|Balık|Kaşık|Halı|Şapka|Yüzük|Bıçak|Defter kağıdı|Gümüş kolye|Düğün|Örtü|Altın|İpek|Çay bardağı|Yağ|Tabağı|Şişe|Bardak altlığı|Gömlek|Süt|Kağıt|Örgü şal|Isı|Çaydanlık|Kılıf|İğne|Sıcak|Bebek battaniyesi|Taşı|Güz|Lüks|Çiğdem|Doğal sabun|Ağız|Ütü',
  ],
  [
    'Polish',
    ['windows-1250', 'iso-8859-2'],
    'Łata|Żółty wazon|Łyżka|Koń|Świeca|Źródło|Ćma|Książka|Róża|Dzień|Gęś|Biały|Kubek czarny duży|Ręcznik|Miś|Sól|Cień|Śliwka|Kość|Łódź|Pędzel|Świąteczny|Ściereczka|Woń|Żaba|Ogród|Sześć|Nożyczki|Półka|Ozdoba wełniana|Garść|Miód|Pościel|Słoik|Miód|Krzesło|Kołdra|Świecznik|Wełna|Łańcuch|Naszyjnik złoty|Gałąź|Zając|Źrebię|Piłka|Żurek|Ołówek|Dłoń|Mąka|Pieśń|Ósmy|Rękaw|Skarpetki męskie|Koc z frędzlami|Słońce',
  ],
  [
    'Czech',
    ['windows-1250', 'iso-8859-2'],
    'Svíčka|Hrnek červený|Čaj|Košík|Dřevěná lžíce|Růže|Židle|Stůl|Kůň|Šála|Řemen|Závěs|Sůl|Víno|Mýdlo|Talíř|Měsíc|Dům|Žlutý|Zvěř|Člověk|Ďábel|Pěna|Kapr v oleji|Šťáva|Květina|Hračka|Město|Povlečení|Sklenička|Mísa|Přívěsek|Náušnice|Řetízek|Ubrus|Kámen|Ručník|Prstýnek|Štětec|Zápisník|Dům|Čepice|Polštář|Ťuhýk|Ďas|Háček|Dárek|Vůně|Říjen|Jídlo',
  ],
  [
    'Slovak',
    ['windows-1250', 'iso-8859-2'],
    'Sviečka|Hrnček|Čaj|Košeľa|Vĺk|Stôl|Päť|Šál|Ľan|Žltý|Kôň|Ťava|Dážď|Stĺp|Mŕtvy|Ružový šál|Ľad|Dieťa|Hračka|Vankúš|Deka mäkká|Náušnice|Vŕba|Hŕba|Čižmy|Sviečky|Obrúsok|Príveskok|Ľalia|Dĺžka|Ťažký|Mydlo s levanduľou|Kĺb|Stôl',
  ],
  [
    'Hungarian',
    ['windows-1250', 'iso-8859-2'],
    'Bőrtáska|Kék bögre|Fűszer|Tükör|Gyűrű|Szőnyeg|Ágytakaró|Kő|Fűz|Őszi levél|Üveg|Ékszer|Piros szőlő|Erdő|Kötény|Nő|Hűtő|Könyv|Csésze|Űr|Fehér terítő|Virág|Cipő|Sütő|Párna|Takaró|Gyertyatartó|Fülbevaló|Bögrék|Sál|Tányér|Kesztyű|Szőlő|Öröm|Hímzett párna|Mézeskalács|Vőlegény|Ünnep|Nyúl|Tündér|Késő|Felső|Gyöngy|Hűs|Törölköző',
  ],
  [
    'Romanian',
    ['windows-1250'],
    'Cană|Masă|Pâine|Ţesătură|Şal|Lumânare|Fată|Înger|Roşu|Cuţit|Pălărie|Brăţară|Vază|Faţă de masă|Săpun|Căciulă|Geantă|Lână|Împărat|Băţ|Casă|Ţară|Peşte|Ceaşcă|Pernă|Cearşaf|Brăţări|Inel|Pahare înalte|Şosete|Căni|Săgeată|Tavă|Ghiveci|Mănuşi|Ştergar|Ţigară|Vâslă|Sfeşnic|Suport pentru lumânări|Oţel|Pâslă',
  ],
  [
    'Croatian',
    ['windows-1250'],
    'Čaša|Šal|Žuta svijeća|Đumbir|Ključ|Naušnice|Kruška|Ćilim|Kuća|Kolač|Narukvica anđeo|Torba smeđa|Vrč|Noć|Med i čaj|Žlica|Jastuk|Deka|Ogrlica ručni rad|Tanjur|Ručnik|Čarape|Šalica|Žlijeb|Džem|Kišobran|Cvijeće|Lončić|Rođendan|Mačka|Ćup|Pšenica|Nož',
  ],
  [
    'Slovene',
    ['windows-1250'],
    'Čaj|Šal|Žlica|Skodelica rdeča|Sveča|Ročno delo|Rožnata|Miška|Mašna|Čebela|Ključ|Blazina|Odeja|Uhani|Krožnik|Šalica|Brisača|Žaba|Nogavice|Nož|Čevlji|Češnja|Srček',
  ],
  [
    'Lithuanian',
    ['windows-1257'],
    'Žvakė|Ąžuolas|Puodelis žalias|Šaukštas|Gėlė|Ūkis|Įranga|Šalikas|Medžio dėžutė|Rožė|Kėdė|Žąsis|Ėriukas|Duonos kąsnis|Grūdai|Ąsotis|Arbatinukas mėlynas|Česnakas|Kavos puodelių rinkinys|Lėlė|Sėkla|Upė|Diržas|Pagalvė|Antklodė|Auskarai|Lėkštė|Rankšluostis|Žiedas|Vėrinys|Kojinės|Muilas šeimai|Pūkas|Ąsa|Šviestuvas|Įdėklas|Ežys|Mėsa|Ūsai|Krepšys|Žuvis',
  ],
  [
    'Latvian',
    ['windows-1257'],
    'Svece|Tējkanna|Krūze|Šalle|Zaļš|Ķirsis|Ābols|Glāze|Māls|Žakete|Dzērvene|Ņirgas|Ģitāra|Kūka|Cālis|Īsts vilnas šalle|Ūdens|Šķīvis|Galdauts zils ļoti|Pērle|Rīga|Lācis|Spilvens|Sega|Auskari|Šķēres|Dvielis|Gredzens|Kaklarota|Zeķes|Ziepes|Bērns|Mežģīne|Ķemme|Sāls|Māja|Līme|Ābele|Cepure|Ēvele|Ļodzīgs',
  ],
  [
    'Russian',
    ['windows-1251', 'koi8-r', 'ibm866', 'x-mac-cyrillic'],
    'Ваза Прибой|Чашка синяя|Свеча|Тарелка|Белый шарф|Хлопок|Ёлка|Кольцо|Дом|Мыло|Большая кружка|Ложка|Щётка|Ткань|Серьги|Подсвечник|Подушка|Одеяло|Ожерелье|Шкатулка|Полотенце|Носки|Варежки|Игрушка|Ножницы|Ключница|Ящик|Шапка|Мёд|Юбка|Чай чёрный',
  ],
  [
    'Ukrainian',
    ['windows-1251'],
    'Свічка|Чашка синя|Їжак|Рушник|Ґанок|Єдність|Горіх|Кільце|Глечик|Мило|Подушка|Ковдра|Намисто|Скринька|Шкарпетки|Іграшка|Ґудзик|Їдальня|Мед липовий|Черевики',
  ],
  [
    'Bulgarian',
    ['windows-1251'],
    'Свещ|Чаша|Ваза|Пръстен|Шал|Хляб|Къща|Лъжица|Сапун|Голяма купа|Възглавница|Одеяло|Чорапи|Играчка|Кутия|Обеци|Шапка|Чай|Мед|Юрган',
  ],
  [
    'Greek',
    ['windows-1253'],
    'Μπλε βάζο|Κούπα|Κερί|Πιάτο|Σαπούνι|Ελιά|Δαχτυλίδι|Άρωμα|Ύφασμα|Μέλι|Κόκκινο κασκόλ|Τσάντα|Μαξιλάρι|Κουβέρτα|Σκουλαρίκια|Πετσέτα|Κάλτσες|Παιχνίδι|Κουτί|Καπέλο|Τσάι|Μέλι|Ζακέτα|Ώρα',
  ],
  [
    'Hebrew',
    ['windows-1255'],
    'כוס כחולה|נר|צלחת|סבון|טבעת|צעיף|אגרטל|ספר|כרית|שמיכה|עגילים|מגבת|גרביים|משחק|קופסה|כובע',
  ],
  [
    'Arabic',
    ['windows-1256'],
    'كوب أزرق|شمعة|صحن|صابون|خاتم|وشاح|كتاب|مزهرية|وسادة|بطانية|أقراط|منشفة|جوارب|لعبة|صندوق|قبعة',
  ],
  [
    'Japanese',
    ['shift_jis', 'euc-jp'],
    '青い花瓶|湯呑み|茶碗|ろうそく|皿|コップ|手ぬぐい|箸|木のスプーン|石けん|指輪|本|まくら|毛布|イヤリング|タオル|靴下|おもちゃ|箱|帽子|お茶|はちみつ|木製トレー|ガラスの器',
  ],
  [
    'Chinese',
    ['gb18030'],
    '蓝色花瓶|茶杯|蜡烛|盘子|肥皂|戒指|围巾|书|木勺|大碗|枕头|毯子|耳环|毛巾|袜子|玩具|盒子|帽子|红茶|蜂蜜',
  ],
  [
    'Chinese of Taiwan',
    ['big5'],
    '藍色花瓶|茶杯|蠟燭|盤子|肥皂|戒指|圍巾|木勺|大碗|書|枕頭|毯子|耳環|毛巾|襪子|玩具|盒子|帽子|紅茶|蜂蜜',
  ],
  [
    'Korean',
    ['euc-kr'],
    '파란 꽃병|찻잔|양초|접시|비누|반지|목도리|책|나무 숟가락|베개|담요|귀걸이|수건|양말|장난감|상자|모자|홍차|꿀',
  ],
  ['Thai', ['windows-874'], 'แจกันสีฟ้า|ถ้วย|เทียน|จาน|สบู่|แหวน|ผ้าพันคอ|หนังสือ|หมอน|ผ้าห่ม|ต่างหู|ผ้าขนหนู|ถุงเท้า|ของเล่น|กล่อง|หมวก'],
];

const tables = new Map<LegacyEncoding, ReadonlyMap<string, readonly number[]>>();
const doubleByteEncodings: readonly string[] = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'];

/** The inverse of the decoder: bytes by characters. */
function createTable(encoding: LegacyEncoding): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes), { stream: true });
    // An incomplete character would begin the next one.
    if (text === '') decoder.decode();
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add([byte]);
  if (doubleByteEncodings.includes(encoding))
    for (let lead = 0x81; lead < 255; lead += 1) for (let trail = 0x40; trail < 255; trail += 1) add([lead, trail]);
  return table;
}

/** @returns null when the encoding lacks a character */
function encode(encoding: LegacyEncoding, text: string): Uint8Array | null {
  const table = tables.get(encoding) ?? createTable(encoding);
  tables.set(encoding, table);
  const bytes = [...text].map((character) => table.get(character));
  return bytes.includes(undefined) ? null : Uint8Array.from(bytes.flatMap((each) => each ?? []));
}

/** As a stream: Node 20 decodes Windows-1252 as Latin-1 otherwise. */
const decode = (encoding: LegacyEncoding | undefined, bytes: Uint8Array) =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

type Outcome = 'right' | 'asked' | 'wrong';

/** How a list of names is read, as the lines of a file that are not UTF-8. Null: it can't be written so. */
async function readNames(encoding: LegacyEncoding, names: readonly string[]): Promise<Outcome | null> {
  const text = names.map((name, index) => `${index},${name},12.00\n`).join('');
  const bytes = encode(encoding, text);
  if (!bytes || /^[\0-\x7f]*$/.test(text)) return null;
  const { isCertain, readings }: EncodingGuess = await guessEncoding(bytes);
  if (!isCertain) return 'asked';
  return decode(readings[0]?.encoding, bytes) === text ? 'right' : 'wrong';
}

/** Lists of some length, the same in every run. */
function createLists(names: readonly string[], length: number): readonly (readonly string[])[] {
  if (length === 1) return names.map((name) => [name]);
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const pick = () => names[Math.floor(random() * names.length)] ?? '';
  return Array.from({ length: 20 }, () => Array.from({ length }, pick));
}

describe('lists of names of products in an encoding that nothing says', () => {
  const rights: Record<string, number> = {};

  it.each(
    languages.flatMap(([language, encodings, names]) =>
      encodings.map((encoding) => [language, encoding, names] as const),
    ),
  )('[A6] are read right, or somebody is asked: %s in %s', async (language, encoding, names) => {
    const counts = { right: 0, asked: 0, wrong: 0 };
    for (const length of [1, 2, 3, 5, 10]) {
      const ofLength = { right: 0, asked: 0, wrong: 0 };
      for (const list of createLists(names.split('|'), length)) {
        const outcome = await readNames(encoding, list);
        if (outcome === null) continue;
        counts[outcome] += 1;
        ofLength[outcome] += 1;
        if (outcome === 'wrong')
          expect
            .soft(list, 'Detected from the letters in the file. Choose one only if letters look wrong.')
            .toEqual([]);
      }
      if (length === 10) rights[`${language} ${encoding}`] = ofLength.right / (ofLength.right + ofLength.asked);
    }
    expect(counts.wrong).toBe(0);
  });

  it('[A6] are mostly read without a question when they have ten names', () => {
    const shares = Object.values(rights).filter((share) => !Number.isNaN(share));
    expect(shares.filter((share) => share >= 0.7).length / shares.length).toBeGreaterThan(0.85);
  });
});

describe('a sign of Windows-1252 within a word', () => {
  it.each([
    ['H™tel', 'Hôtel'],
    ['Pi–ata', 'Piñata'],
    ['Ma”tre', 'Maître'],
    ['Fu§', 'Fuß'],
    ['†bertopf', 'Übertopf'],
    ['C—rdoba', 'Córdoba'],
    ['Na•f', 'Naïf'],
    ['R’mini', 'Rímini'],
    ['Pa’s', 'País'],
    ['D’a', 'Día'],
    ['L’mite', 'Límite'],
    ['Tric™', 'Tricô'],
  ])('[A6] is a letter of Mac Roman: %s is %s, or somebody is asked', async (wrong, right) => {
    const { isCertain, readings } = await guessEncoding(encode('windows-1252', `1,${wrong}\n`) ?? new Uint8Array());
    expect(readings.map(({ example }) => example)).toContain(right);
    if (isCertain) expect(readings[0]?.example).toBe(right);
  });

  it.each([
    ...[
      'it’s',
      'L’Escale',
      'Bern–Rom',
      '20–30',
      '20°C',
      'm²',
      'Acme™',
      'a “wide” cup',
      '„Wort“',
      '« Prix »',
      '100 µm',
      '£5 off',
      '½ l',
    ],
  ])('[A6] is read without a word where people write it: %s', async (name) => {
    const { isCertain, readings } = await guessEncoding(encode('windows-1252', `1,${name}\n`) ?? new Uint8Array());
    expect([isCertain, readings[0]?.encoding]).toEqual([true, 'windows-1252']);
  });

  it('[A6] is allowed in one of many words', async () => {
    const names = [
      'Größe',
      'Köln',
      'Müller',
      'Tür',
      'Käse',
      'Löffel',
      'Bär',
      'Gänse',
      'Öl',
      'Schön',
      'Flöte',
      'Maß',
      'Fuß',
      'Acme•neu',
    ];
    const { isCertain, readings } = await guessEncoding(encode('windows-1252', names.join('\n')) ?? new Uint8Array());
    expect([isCertain, readings[0]?.encoding]).toEqual([true, 'windows-1252']);
  });
});

describe('a letter that is right in one language', () => {
  it.each([
    ['Ðórsmörk', 'Þór', 'Góðan daginn', 'Veður'],
    ['Æðardúnn', 'Þæfð ull', 'Dýr', 'Brúða'],
  ])('[A6] stays: Ð and Þ of Iceland', async (...names) => {
    const text = `${names.join('\n')}\n`;
    const bytes = encode('windows-1252', text) ?? new Uint8Array();
    const { isCertain, readings } = await guessEncoding(bytes);
    expect([isCertain, decode(readings[0]?.encoding, bytes)]).toEqual([true, text]);
  });

  it.each([
    ['Šokolaad', 'windows-1257'],
    ['Łata', 'windows-1250'],
    ['İstanbul', 'windows-1254'],
    ['Koń', 'windows-1250'],
    ['Žvakė', 'windows-1257'],
  ] as const)('[A6] is never another one without a word: %s', async (name, encoding) => {
    const { isCertain, readings } = await guessEncoding(encode(encoding, `1,${name}\n`) ?? new Uint8Array());
    expect(readings.map(({ example }) => example)).toContain(name);
    if (isCertain) expect(readings[0]?.example).toBe(name);
  });
});
