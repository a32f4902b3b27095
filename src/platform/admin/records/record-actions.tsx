import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { Menu } from '#ui/admin/menu.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { type AdminRecord, getActionPath, type RecordOperation } from './record.ts';
import { recordTexts as texts } from './texts.ts';

export interface RecordInput {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly record: AdminRecord;
  readonly id: number;
  /** The result of `readListQuerySuffix`. */
  readonly listQuerySuffix?: string | undefined;
}

interface ActionsProps extends RecordInput {
  readonly subject: unknown;
}

/** Buttons that are shown. Further actions are in a menu. */
const shownButtons = 3;

/** Buttons of actions and links to operations, the next step of the object first. */
export function Actions({ shop, actor, record, id, subject, listQuerySuffix = '' }: ActionsProps) {
  const { t } = shop;
  const isNow = createFilter(shop, actor, subject);
  const shownActions = (record.actions ?? []).filter((each) => isNow(each, each.action.requires));
  const actions = shownActions.map(({ action: { name, isDangerous, text }, text: own, isNext }) => ({
    ...{ name, isDangerous, isLink: isDangerous, text: t(own ?? text), isNext: isNext?.(subject) ?? false },
  }));
  const operations = listOperations(shop, actor, record, subject, undefined).map((each) => ({ ...each, isLink: true }));
  const buttons = [...actions, ...operations].sort((a, b) => Number(b.isNext) - Number(a.isNext));
  const next = buttons[0]?.isNext ? buttons[0].name : null;
  const shown = buttons.length > shownButtons ? buttons.slice(0, shownButtons - 1) : buttons;
  const hidden = buttons.slice(shown.length);
  const path = (name: string) => `${getActionPath(record, { name }, id)}${listQuerySuffix}`;
  const seen = <input type="hidden" name="_seen" value={shop.clock.now().getTime()} />;
  return (
    <>
      {shown.map(({ name, text, isDangerous, isLink }) => {
        const look = name === next ? 'strong' : 'quiet';
        if (isLink)
          return (
            <ButtonLink key={name} look={look} href={path(name)} className={isDangerous ? 'button--danger' : undefined}>
              {text}
            </ButtonLink>
          );
        return (
          <form method="post" action={path(name)} key={name}>
            {seen}
            <Button look={look}>{text}</Button>
          </form>
        );
      })}
      {hidden.length > 0 && (
        <Menu button={t(texts.more)} look="quiet" align="end">
          {hidden.map(({ name, text, isLink }) =>
            isLink ? (
              <a className="menu__item" href={path(name)} key={name}>
                {text}
              </a>
            ) : (
              <form method="post" action={path(name)} key={name}>
                {seen}
                <button type="submit" className="menu__item">
                  {text}
                </button>
              </form>
            ),
          )}
        </Menu>
      )}
    </>
  );
}

function createFilter({ clock }: Shop, actor: Actor, subject: unknown) {
  const now = clock.now();
  return ({ isShown }: Pick<RecordOperation, 'isShown'>, requires: string): boolean =>
    isPermitted(actor, requires) && (isShown?.(subject, now) ?? true);
}

/** @param panel id of the panel that the links belong to; undefined for the links above the page */
function listOperations(shop: Shop, actor: Actor, record: AdminRecord, subject: unknown, panel: string | undefined) {
  const isNow = createFilter(shop, actor, subject);
  return (record.operations ?? [])
    .filter((each) => each.panel === panel && isNow(each, each.operation.requires))
    .map(({ operation: { name, isDangerous, text }, text: own, isNext }) => ({
      ...{ name, isDangerous, text: shop.t(own ?? text), isNext: isNext?.(subject) ?? false },
    }));
}

interface PanelLinksProps extends RecordInput {
  readonly subject: unknown;
  readonly panel: string;
}

export function PanelLinks({ shop, actor, record, id, subject, panel, listQuerySuffix = '' }: PanelLinksProps) {
  return listOperations(shop, actor, record, subject, panel).map(({ name, text }) => (
    <a href={`${getActionPath(record, { name }, id)}${listQuerySuffix}`} key={name}>
      {text}
    </a>
  ));
}

export const hasLinks = ({ shop, actor, record }: RecordInput, subject: unknown, panel: string): boolean =>
  listOperations(shop, actor, record, subject, panel).length > 0;
