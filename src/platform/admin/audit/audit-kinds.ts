import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord } from '#platform/forms/field.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { toWords } from './format-plain-value.ts';
import type { AuditRow } from './list-audit.ts';
import { auditTexts } from './texts.ts';

/** A kind of objects that entries of the audit and rows of runs are about. Name it in `Feature.admin.auditKinds`. */
export interface AuditKind {
  /** Matches `AuditSubject.kind`, such as `coupon`. */
  readonly kind: string;
  readonly text: Text;
  /** The page of an object, if the kind has one. Staff without the permission get no link. */
  readonly page?: { readonly requires: string; readonly path: (id: string) => string };
  /** Fields that label and format values which no form of the kind has, by their names in audit entries. */
  readonly fields?: (shop: Shop) => FieldRecord;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The kinds of all features, by `AuditKind.kind`. */
    readonly auditKinds: ReadonlyMap<string, AuditKind>;
  }
}

type SubjectRow = Pick<AuditRow, 'subjectKind' | 'subjectId'>;

/** @returns null for an object without a page, or with a page that the actor may not open */
export function findSubjectPath(
  { auditKinds }: Shop,
  actor: Actor,
  { subjectKind, subjectId }: SubjectRow,
): string | null {
  const page = auditKinds.get(subjectKind)?.page;
  return page && isPermitted(actor, page.requires) ? page.path(subjectId) : null;
}

/** Formats the name of an object: 'Coupon SUMMER10', or 'Coupon 7' once its label was erased. */
export function formatSubject(
  shop: Shop,
  { subjectKind, subjectId, label }: SubjectRow & { readonly label: string },
): string {
  const kind = shop.auditKinds.get(subjectKind);
  return `${kind ? shop.t(kind.text) : toWords(subjectKind)} ${label || subjectId}`;
}

/**
 * Formats an action for people: the text of a bulk action, else the words of its name, such as 'Edit
 * coupon' for `promotions.edit-coupon`. An undo of a run is named after the action that it undid.
 */
export function formatAction(shop: Shop, name: string): string {
  if (name.endsWith(':undo'))
    return shop.t(auditTexts.undo, { action: formatAction(shop, name.slice(0, -':undo'.length)) });
  const text = shop.bulkActions.get(name)?.text;
  return text ? shop.t(text) : toWords(name.slice(name.indexOf('.') + 1));
}
