import { listForms, listOperations, listRecordActions } from '#platform/admin/admin-mutations.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { pickExtensions } from '#platform/admin/extension.ts';
import { adminFormTexts } from '#platform/admin/forms/texts.ts';
import { listBulkActions, resolveLists } from '#platform/admin/lists/resolved-list.ts';
import { listTexts } from '#platform/admin/lists/texts.ts';
import { recordTexts } from '#platform/admin/records/texts.ts';
import { richTextTexts } from '#platform/admin/rich-text/texts.ts';
import type { Config } from '#platform/config/config.ts';
import { checkSettings } from '#platform/config/settings.ts';
import { type ShopConfig, ShopConfigError } from '#platform/config/shop-config.ts';
import { createApplyDetails, readFileDetails, type ShopDetails, shopDetails } from '#platform/config/shop-details.ts';
import { defaultWireNames } from '#platform/config/wire-names.ts';
import type { Database } from '#platform/database/database.ts';
import { createFileStore } from '#platform/files/store/create-store.ts';
import { formTexts } from '#platform/forms/texts.ts';
import { createFragments } from '#platform/fragments/fragments.tsx';
import type { Log } from '#platform/http/log.ts';
import { createGetPagePolicy, createPolicyHeaders } from '#platform/http/security/policy-headers.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { mailSenderLines } from '#platform/mail/kit/mail-content.ts';
import { defaultMailTheme, type MailTheme } from '#platform/mail/kit/mail-theme.ts';
import { createRenderMail } from '#platform/mail/kit/render-mail.ts';
import { createMail } from '#platform/mail/mail.ts';
import { nameSender } from '#platform/mail/message.ts';
import { outboxPath } from '#platform/mail/outbox-pages.tsx';
import { outboxTexts } from '#platform/mail/texts.ts';
import { toLogo } from '#platform/media/logo.ts';
import { createMedia } from '#platform/media/media.ts';
import { createNonces } from '#platform/nonces/nonces.ts';
import { createRenderContext, createRenderDocument, type Layouts } from '#platform/pages/document.ts';
import { createPartHtmlCache } from '#platform/pages/kept-html.ts';
import { createPages, type PageStore } from '#platform/pages/pages.ts';
import { visitorSignedIn } from '#platform/sessions/events.ts';
import { createHints } from '#platform/sessions/hint.ts';
import { checkFileKeys } from '#platform/settings/keys.ts';
import { createSettingSecrets, findSecretsInFile } from '#platform/settings/setting-secrets.ts';
import { createSettingStore } from '#platform/settings/setting-store.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { checkTexts } from '#platform/texts/check-texts.ts';
import { setTimeZone } from '#platform/texts/formats.ts';
import { createTranslate } from '#platform/texts/texts.ts';
import { type Assembly, checkAssembly } from './assembly.ts';
import { createEmit } from './events.ts';
import { platformPermissions } from './platform-permissions.ts';
import { platformSettings } from './platform-settings.ts';
import { createPorts } from './ports.ts';
import type { Clock, Shop } from './shop.ts';
import { createFillSlot } from './slots.ts';

export interface ShopParts {
  readonly config: Config;
  readonly choices: ShopConfig;
  readonly database: Database;
  readonly log: Log;
  readonly clock?: Clock;
  readonly assembly: Assembly;
  readonly layouts: Layouts;
  /** Colours of mails. Default: the colours of the default theme. */
  readonly mailTheme?: MailTheme;
}

export interface BuiltShop {
  readonly shop: Shop;
  readonly store: PageStore;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates the services of a shop. Starts nothing and does not query the database. */
export function buildShop({
  config,
  choices,
  database,
  log,
  clock = { now: () => new Date() },
  assembly,
  layouts,
  mailTheme = defaultMailTheme,
}: ShopParts): BuiltShop {
  checkAssembly(assembly, [visitorSignedIn]);
  const { features } = assembly;
  const listExtensions = pickExtensions(assembly.extends, 'list');
  const given = { ...choices.settings, [shopDetails.name]: readFileDetails(choices) };
  const definitions = [...platformSettings, ...features.flatMap((feature) => feature.settings ?? [])];
  const secrets = createSettingSecrets(definitions, config);
  const settingProblems = [...findSecretsInFile(given, secrets), ...checkSettings(given, definitions)].map((problem) =>
    problem.replace(`settings.${shopDetails.name}.`, ''),
  );
  if (choices.settings?.[shopDetails.name] !== undefined)
    settingProblems.push(`settings.${shopDetails.name}: expected name, currency and the others beside settings`);
  const textProblems = checkTexts(choices.texts ?? {}, [
    formTexts,
    listTexts,
    adminFormTexts,
    richTextTexts,
    recordTexts,
    outboxTexts,
    ...features.flatMap((feature) => feature.texts ?? []),
  ]);
  const problems = [...checkFileKeys(choices), ...settingProblems, ...textProblems];
  if (problems.length > 0) throw new ShopConfigError(`shop.config.ts is wrong:\n- ${problems.join('\n- ')}`);
  const origins = features.flatMap((feature) => feature.origins ?? []);
  const headers = createPolicyHeaders(config, origins);
  const settingStore = createSettingStore({
    ...{ database, log, given, definitions, secrets },
    onLoad: ({ current }) => setTimeZone((current.values.get(shopDetails.name) as ShopDetails).timeZone),
  });
  const store = createPages({ database, config, clock, log, headers, settings: settingStore });
  const createLocalParts = (local: ShopConfig) => {
    const applyDetails = createApplyDetails(local);
    const getChoices = () => applyDetails(settingStore.read(shopDetails));
    const t = createTranslate(local.locale, local.texts);
    return {
      getChoices,
      t,
      renderMail: createRenderMail(config, getChoices, mailTheme, {
        getLogo: () => toLogo(settingStore.read(shopDetails).logo),
        getLines: () => {
          const local = { t, choices: getChoices(), settings: settingStore.read };
          return shop.implementations(mailSenderLines).flatMap((list) => list(local));
        },
      }),
      renderContext: createRenderContext(config, getChoices, clock, t),
    };
  };
  const { getChoices, ...localParts } = createLocalParts(choices);
  const getSender = () => {
    const { name, email } = getChoices();
    return nameSender(config.mailFrom ?? email, name);
  };
  const files = createFileStore(config);
  const getShop = () => shop;
  const shop: Shop = {
    config,
    ...localParts,
    get choices() {
      return getChoices();
    },
    inLocale: createInLocale(getShop, (locale) => createLocalParts({ ...choices, locale })),
    wire: { ...defaultWireNames, ...choices.wire },
    settings: settingStore.read,
    settingStore,
    database,
    db: database.db,
    clock,
    log,
    jobs: createJobs(),
    limits: createLimits({ database, secrets: config.secrets, clock, log }),
    mail: createMail({ ...config, getSender }, database.db, log),
    files,
    media: createMedia(config, { store: files }),
    nonces: createNonces(config.secrets, clock),
    hints: createHints(
      features.flatMap((feature) => feature.hints ?? []),
      getShop,
    ),
    pages: store,
    storage: createStorage(config.dataDir, log),
    fragments: createFragments(features.flatMap((feature) => feature.fragments ?? [])),
    privatePaths: [outboxPath(), adminPath(), ...features.flatMap((feature) => feature.privatePaths ?? [])],
    permissions: [...platformPermissions, ...features.flatMap(({ permissions }) => permissions ?? [])],
    adminNavigation: features.flatMap(({ admin }) => admin?.navigation ?? []),
    bulkActions: new Map(
      [...listRecordActions(features, assembly.extends ?? []), ...listBulkActions(features, listExtensions)].map(
        (action) => [action.name, action],
      ),
    ),
    adminLists: resolveLists(
      features.flatMap(({ admin }) => admin?.lists ?? []),
      listExtensions,
    ),
    adminForms: listForms(features),
    adminOperations: new Map(
      listOperations(features, assembly.extends ?? []).map((operation) => [operation.name, operation]),
    ),
    adminExtensions: assembly.extends ?? [],
    auditKinds: new Map(features.flatMap(({ admin }) => admin?.auditKinds ?? []).map((kind) => [kind.kind, kind])),
    emit: createEmit(assembly.handles, getShop),
    fill: createFillSlot(assembly.fills, getShop),
    implementations: createPorts(assembly.provides),
    getPagePolicy: createGetPagePolicy(origins),
    keepHtml: createPartHtmlCache(),
    renderDocument: createRenderDocument(layouts, getShop),
  };
  return { shop, store, headers };
}

type LocalParts = Pick<Shop, 't' | 'renderMail' | 'renderContext'> & { readonly getChoices: () => Shop['choices'] };

/** @param createParts called once for each locale */
function createInLocale(getShop: () => Shop, createParts: (locale: string) => LocalParts): Shop['inLocale'] {
  const shops = new Map<string, Shop>();
  return (locale) => {
    const shop = getShop();
    if (locale === shop.choices.locale) return shop;
    const known = shops.get(locale) ?? createLocalShop(shop, createParts(locale));
    shops.set(locale, known);
    return known;
  };
}

/** `choices` is a getter, so that it follows changes of the owner, as the shop's own property does. */
function createLocalShop(shop: Shop, { getChoices, ...parts }: LocalParts): Shop {
  return Object.defineProperty({ ...shop, ...parts }, 'choices', { get: getChoices });
}
