import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { FoldPanel } from '#ui/admin/panels.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { CheckButtons } from './check-buttons.tsx';
import { sectionChecks } from './section-checks.ts';
import { getSectionPath, getSettingPath, settingsPath } from './setting-paths.ts';
import { findSpecs, type SettingSection, type SettingSpec } from './setting-sections.ts';
import { SourceBadge } from './source-badge.tsx';
import { describeSpec, type SpecState } from './spec-state.ts';
import { settingsTexts as texts } from './texts.ts';
import { settingGroups } from './titles.ts';

export const maxQueryLength = 100;

interface PageInput {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly sections: readonly SettingSection[];
  readonly query: string;
}

export function createSettingsPage({ shop, actor, sections, query }: PageInput): PrivateView {
  const { t } = shop;
  const found = findSpecs(t, sections, query);
  const bySection = Map.groupBy(found, ({ section }) => section);
  const states = new Map(found.map(({ spec }) => [spec, describeSpec(shop, spec)]));
  const changed = [...states.values()].filter(({ source }) => source === 'database').length;
  const isSearch = query !== '';
  const lead = isSearch
    ? t(texts.found, { count: found.length, query })
    : t(texts.lead, { count: found.length, changed });
  const body = (
    <AdminPage>
      <PageHead title={t(texts.title)} lead={lead} />
      <form className="search-form" action={settingsPath}>
        <TextInput
          type="search"
          name="q"
          defaultValue={query}
          maxLength={maxQueryLength}
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
        />
        <Button look="quiet">{t(texts.searchAction)}</Button>
        {isSearch && (
          <ButtonLink look="quiet" href={settingsPath}>
            {t(texts.searchAll)}
          </ButtonLink>
        )}
      </form>
      {found.length === 0 && <ListState kind="no-match" text={t(texts.noneFound, { query })} />}
      {settingGroups.map((group) => {
        const ofGroup = [...bySection].filter(([section]) => section.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <section className="page-part" aria-labelledby={`settings-${group}`} key={group}>
            <h2 id={`settings-${group}`}>{t(texts[`group_${group}`])}</h2>
            {ofGroup.map(([section, specs]) => (
              <Section
                key={section.name}
                {...{ shop, actor, section, states, isOpen: isSearch }}
                specs={specs.map(({ spec }) => spec)}
              />
            ))}
          </section>
        );
      })}
    </AdminPage>
  );
  return { layout: 'admin', title: t(texts.title), body };
}

interface SectionProps extends Pick<PageInput, 'shop' | 'actor'> {
  readonly section: SettingSection;
  readonly specs: readonly SettingSpec[];
  readonly states: ReadonlyMap<SettingSpec, SpecState>;
  readonly isOpen: boolean;
}

function Section({ shop, actor, section, specs, states, isOpen }: SectionProps) {
  const { t } = shop;
  const { name } = section;
  const title = t(section.title);
  const changed = specs.filter((spec) => states.get(spec)?.source === 'database').length;
  const note = [t(texts.count, { count: specs.length }), changed > 0 && t(texts.countChanged, { count: changed })];
  const mayWrite = isPermitted(actor, 'settings.write');
  const pages = new Map(
    section.specs.map(({ ownPage }) => [ownPage?.path ?? getSectionPath(name), ownPage ? t(ownPage.text) : null]),
  );
  return (
    <FoldPanel id={`of-${name}`} title={title} note={note.filter(Boolean).join(', ')} isOpen={isOpen}>
      {mayWrite && (
        <div className="settings-actions">
          {[...pages].map(([path, page]) => (
            <ButtonLink look="quiet" href={path} key={path} aria-label={`${t(texts.change)}: ${page ?? title}`}>
              {page === null ? t(texts.change) : `${t(texts.change)}: ${page}`}
            </ButtonLink>
          ))}
          {sectionChecks.has(name) && <CheckButtons t={t} name={name} title={title} />}
        </div>
      )}
      <DataTable
        label={title}
        columns={[
          { id: 'setting', title: t(texts.setting), onPhone: 'title' },
          { id: 'value', title: t(texts.value) },
          { id: 'source', title: t(texts.source), onPhone: 'badge' },
        ]}
        rows={specs.map((spec) => {
          const state = states.get(spec);
          return {
            id: spec.key,
            href: getSettingPath(spec.key),
            cells: {
              setting: spec.label,
              value: <Described text={state?.text ?? ''} description={spec.description} />,
              source: state && <SourceBadge t={t} source={state.source} />,
            },
          };
        })}
      />
    </FoldPanel>
  );
}

function Described({ text, description }: { readonly text: string; readonly description: string | undefined }) {
  return (
    <>
      {text}
      {description && <span className="settings-description">{description}</span>}
    </>
  );
}
