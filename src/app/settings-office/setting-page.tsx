import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { loadSettingChanges, type SettingChangeRow } from '#platform/settings/setting-rows.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import type { Text } from '#platform/texts/texts.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { FactsList, Panel } from '#ui/admin/panels.tsx';
import { Toast } from '#ui/admin/toast.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { getSectionPath, resetPath, settingsPath } from './setting-paths.ts';
import { listRequired, type SettingSection, type SettingSpec } from './setting-sections.ts';
import { SourceBadge } from './source-badge.tsx';
import { describeSpec, formatSpecValue } from './spec-state.ts';
import { settingsTexts as texts } from './texts.ts';

const shownChanges = 50;

interface PageInput {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly section: SettingSection;
  readonly spec: SettingSpec;
  readonly notice: { readonly text: Text; readonly isError: boolean } | null;
}

export async function createSettingPage({ shop, actor, section, spec, notice }: PageInput): Promise<PrivateView> {
  const { t, settingStore, choices } = shop;
  const { key, label, description, ownPage } = spec;
  const { text, source, view } = describeSpec(shop, spec);
  const rows = await loadSettingChanges(shop.db, key, shownChanges);
  const mayWrite = ['settings.write', ...listRequired(key)].every((each) => isPermitted(actor, each));
  const { change, secret } = view;
  const formPath = ownPage?.path ?? `${getSectionPath(section.name)}#${key}`;
  const isChanged = settingStore.current.rows.get(key)?.value != null;
  const body = (
    <AdminPage width="text">
      <PageHead
        title={label}
        back={{ href: settingsPath, text: t(texts.all) }}
        states={<SourceBadge t={t} source={source} />}
        lead={
          <>
            {t(section.title)}, <code>{key}</code>
          </>
        }
        actions={mayWrite && source !== 'environment' && <ButtonLink href={formPath}>{t(texts.change)}</ButtonLink>}
      />
      {notice && <Toast kind={notice.isError ? 'error' : 'success'}>{t(notice.text)}</Toast>}
      <Panel id="value" title={t(texts.now)}>
        <FactsList
          facts={[
            { label: t(texts.now), value: text },
            {
              label: t(texts.without),
              value:
                isChanged && !secret
                  ? formatSpecValue(shop, spec, readValueAfterReset(shop, section.name, spec))
                  : null,
            },
            {
              label: t(texts.changedBy),
              value:
                isChanged && change
                  ? t(texts.changedByWhen, {
                      name: change.changedBy,
                      when: formatMoment(change.changedAt, choices.locale),
                    })
                  : null,
            },
            { label: t(texts.description), value: description },
          ]}
        />
        {mayWrite && isChanged && (
          <form method="post" action={resetPath}>
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="version" value={change?.version ?? 0} />
            <p className="panel__help" id="reset-help">
              {t(texts.resetHelp)}
            </p>
            <Button look="quiet" aria-describedby="reset-help">
              {t(texts.reset)}
            </Button>
          </form>
        )}
      </Panel>
      <Panel id="history" title={t(texts.history)} look={rows.length > 0 ? 'flush' : 'plain'}>
        {rows.length === 0 ? <p>{t(texts.historyNone)}</p> : <Changes {...{ shop, spec, rows }} />}
      </Panel>
    </AdminPage>
  );
  return { layout: 'admin', title: label, body };
}

function readValueAfterReset({ settingStore }: Shop, name: string, { key, path }: SettingSpec): unknown {
  const rows = [...settingStore.current.rows.values()].filter((row) => row.key !== key);
  const values = settingStore.resolve(rows).values.get(name);
  return path.reduce<unknown>((value, each) => (value as Record<string, unknown> | undefined)?.[each], values);
}

interface ChangesProps {
  readonly shop: Shop;
  readonly spec: SettingSpec;
  readonly rows: readonly SettingChangeRow[];
}

function Changes({ shop, spec, rows }: ChangesProps) {
  const { t, choices, settingStore } = shop;
  const isSecret = settingStore.secrets.keys.has(spec.key);
  const write = (value: string | null, none: Text) => {
    if (isSecret) return t(value === null || value === 'null' ? texts.secretNotSet : texts.secretSet);
    return value === null ? t(none) : formatSpecValue(shop, spec, JSON.parse(value));
  };
  return (
    <DataTable
      label={t(texts.changes)}
      columns={[
        { id: 'when', title: t(texts.when), onPhone: 'title' },
        { id: 'who', title: t(texts.who), onPhone: 'value' },
        { id: 'before', title: t(texts.before) },
        { id: 'after', title: t(texts.after) },
      ]}
      rows={rows.map(({ version, changedAt, changedBy, oldValue, newValue }) => ({
        id: version,
        cells: {
          when: <time dateTime={changedAt.toISOString()}>{formatMoment(changedAt, choices.locale)}</time>,
          who: changedBy,
          before: write(oldValue, texts.noValue),
          after: write(newValue, texts.reset),
        },
      }))}
    />
  );
}

export function findSpec(sections: readonly SettingSection[], key: string) {
  for (const section of sections) {
    const spec = section.specs.find((each) => each.key === key);
    if (spec) return { section, spec };
  }
  return null;
}
