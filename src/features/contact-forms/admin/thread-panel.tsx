import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { mailRecordPath } from '#platform/admin/mails/paths.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { Timeline } from '#ui/admin/timeline.tsx';
import type { SentAnswer } from '../messages/handle-messages.ts';
import { MessageFiles, shownFile } from './message-files.tsx';
import { messageAdminTexts as texts } from './texts.ts';

const entry = z.strictObject({
  ...{ id: z.string(), kind: z.enum(['answer', 'note']), body: z.string(), by: z.string(), at: jsonMoment },
  ...{ to: z.string().nullable(), hasFiles: z.boolean(), isMailed: z.boolean(), isRefused: z.boolean() },
  mail: z.int().nullable(),
  files: z.array(shownFile),
});
type Entry = z.infer<typeof entry>;

/** Answers, notes and who else got the message: the newest first. */
export const threadPanel = definePanel({
  ...{ id: 'thread', title: texts.thread, column: 'main' },
  data: (
    _shop,
    id,
  ) => sql`select coalesce(json_agg(json_build_object('id', e.id, 'kind', e.kind, 'body', e.body, 'by', e.by, 'at', e.at, 'to', e."to",
      'hasFiles', e."hasFiles", 'isMailed', e."isMailed", 'isRefused', coalesce(m.state = 'refused', false), 'mail', m.number, 'files', e.files)
      order by e.at desc, e.id), '[]') from (
      select a.id, 'answer' as kind, a.body, a.by, a.answered_at as at, null as "to", false as "hasFiles", a.is_mailed as "isMailed",
        'contact-message:' || a.message_id || ':answer:' || a.id as mail,
        (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'bytes', f.bytes) order by f.name), '[]')
          from contact_message_files f where f.answer_id = a.id) as files
      from contact_message_answers a where a.message_id = ${id}
      union all
      select n.id, 'note', n.body, n.by, n.noted_at, n.forwarded_to, n.has_files, n.is_mailed,
        'contact-message:' || n.message_id || ':forward:' || n.id, '[]'
      from contact_message_notes n where n.message_id = ${id}
    ) e left join platform.mail m on m.id = e.mail`,
  schema: z.array(entry),
  render: (shop, _message: unknown, entries, actor) => {
    const { t, choices } = shop;
    if (entries.length === 0) return <p className="panel__help">{t(texts.noThread)}</p>;
    const hasMails = isPermitted(actor, 'mails.read');
    const shown = entries.map((each) => ({
      ...{ id: each.id, who: each.by, what: describe(shop, each) },
      when: <time dateTime={each.at.toISOString()}>{formatMoment(each.at, choices.locale)}</time>,
      more: (
        <>
          {each.body !== '' && <p className="order-note">{each.body}</p>}
          {each.files.length > 0 && <MessageFiles {...{ t }} files={each.files} />}
          {hasMails && each.mail !== null && <a href={mailRecordPath(each.mail)}>{t(texts.showMail)}</a>}
        </>
      ),
    }));
    return <Timeline label={t(texts.thread)} entries={shown} />;
  },
});

export const showNewAnswers = ({ t, choices }: Shop, answers: readonly SentAnswer[]) => (
  <>
    {answers.map(({ by, body, answeredAt }) => (
      <div key={answeredAt.getTime()}>
        <p>{t(texts.answeredBy, { name: by, when: formatMoment(answeredAt, choices.locale) })}</p>
        <p className="order-note">{body}</p>
      </div>
    ))}
    <p>{t(texts.answeredHint)}</p>
  </>
);

function describe({ t }: Shop, { kind, to, hasFiles, isMailed, isRefused }: Entry): string {
  if (kind === 'note' && to === null) return t(texts.noted);
  const what = kind === 'answer' ? t(texts.answered) : t(texts.forwarded, { to: to ?? '' });
  return [
    what,
    ...(hasFiles ? [t(texts.withFiles)] : []),
    ...(isMailed ? [] : [t(isRefused ? texts.refused : texts.waits)]),
  ].join(' · ');
}
