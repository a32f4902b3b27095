import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdminForm } from '#platform/admin/forms/form.ts';
import { adminSearch, type FindHits } from '#platform/admin/search.ts';
import type { Assembly } from '#platform/features/assembly.ts';
import type { Feature } from '#platform/features/feature.ts';
import { platformSettings } from '#platform/features/platform-settings.ts';
import { providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { checkMutation, testMailMutation } from './check-mutations.tsx';
import { resetErrors, resetMutation } from './reset-mutation.ts';
import { createSectionForm, getSectionSubject } from './section-form.ts';
import { createSettingPage, findSpec } from './setting-page.tsx';
import { getSectionPath, getSettingPath, settingPath, settingsPath } from './setting-paths.ts';
import { findSpecs, listSections, type SettingSection } from './setting-sections.ts';
import { createSettingsPage, maxQueryLength } from './settings-page.tsx';
import { settingsTexts as texts } from './texts.ts';
import { sectionTexts } from './titles.ts';

const readSettings = 'settings.read';

/** Adds pages of all settings, made from the schemas of the features, and lets the palette find settings. */
export function addSettingsOffice(assembly: Assembly): Assembly {
  const { features, provides } = assembly;
  const definitions = [...platformSettings, ...features.flatMap(({ settings = [] }) => settings)];
  const sections = listSections(definitions);
  const forms = sections.map(createSectionForm).filter((form): form is AdminForm => form !== null);
  const feature: Feature = {
    name: 'settings',
    needs: [],
    texts: [texts, sectionTexts],
    errors: [resetErrors],
    mutations: [resetMutation, checkMutation, testMailMutation],
    admin: {
      navigation: [{ section: 'settings', order: -2, text: texts.title, path: settingsPath, permission: readSettings }],
      auditKinds: sections.map(({ name, title }) => ({
        kind: getSectionSubject(name),
        text: title,
        page: { requires: 'settings.write', path: () => getSectionPath(name) },
      })),
      forms,
      routes: (app, shop) => registerSettings(app, shop, sections),
    },
  };
  return {
    ...assembly,
    // The feature comes first, since the section of the navigation links to the feature's first page.
    features: [feature, ...features],
    provides: [...provides, ...providePort(adminSearch, [createFindSettings(sections)])],
  };
}

const noticeTexts = {
  wasReset: texts.wasReset,
  RESET_CHANGED: texts.RESET_CHANGED,
  RESET_REFUSED: texts.RESET_REFUSED,
  RESET_FORBIDDEN: texts.RESET_FORBIDDEN,
} as const;
const noticeCodes = ['wasReset', 'RESET_CHANGED', 'RESET_REFUSED', 'RESET_FORBIDDEN'] as const;

const readQuery = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?', 2)[1]);

function registerSettings(app: FastifyInstance, shop: Shop, sections: readonly SettingSection[]): void {
  const config = { requires: readSettings };
  app.get(settingsPath, { config }, async (request, reply) => {
    const query = (readQuery(request).get('q') ?? '').trim().slice(0, maxQueryLength);
    const actor = await getActor(shop, request);
    return renderPrivatePage(shop, request, reply, createSettingsPage({ shop, actor, sections, query }));
  });
  app.get(settingPath, { config }, async (request, reply) => {
    const found = findSpec(sections, readQuery(request).get('key') ?? '');
    if (!found) return reply.callStatusPage(404);
    const [notice] = consumeNotices(shop, request, reply, noticeCodes);
    const shown = notice && { text: noticeTexts[notice.code], isError: notice.code !== 'wasReset' };
    const actor = await getActor(shop, request);
    const view = await createSettingPage({ shop, actor, ...found, notice: shown ?? null });
    return renderPrivatePage(shop, request, reply, view);
  });
}

const shownHits = 6;

const createFindSettings =
  (sections: readonly SettingSection[]): FindHits =>
  async ({ t }, _db, actor, query) => {
    if (!isPermitted(actor, readSettings)) return [];
    return findSpecs(t, sections, query)
      .slice(0, shownHits)
      .map(({ section, spec }) => ({
        group: t(texts.section),
        title: spec.label,
        detail: t(section.title),
        href: getSettingPath(spec.key),
      }));
  };
