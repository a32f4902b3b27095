import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import { clearCookie, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import { type Actor, getActor } from './actor.ts';
import { getVisitorCookieName } from './visit.ts';

/** Fields of the hint cookie that are read together. The value '0' means that there is nothing of that kind. */
export interface HintSource {
  readonly names: readonly string[];
  /** Names of fields that are counts: elements with `data-count="<badge>"` show them. */
  readonly badges?: Readonly<Record<string, string>>;
  /**
   * Cookies for scripts of a shop that moved from another platform, made from the same fields. Null deletes a cookie.
   */
  readonly cookies?: (wire: WireNames, hint: Hint) => Readonly<Record<string, string | null>>;
  /** Reads all fields. It is not called for an actor without visitor and customer. */
  readonly read: (shop: Shop, actor: Actor) => Promise<Hint>;
}

/** Tells scripts whether the private call has anything to return. The server never trusts it. */
export const hintCookie = 'vt_hint';

export type Hint = Readonly<Record<string, string>>;

const monthInSeconds = 30 * 24 * 60 * 60;

export interface Hints {
  /** Names of the cookie's fields by the badges that show them. */
  readonly badges: Readonly<Record<string, string>>;
  /**
   * Sets the hint cookie of this reply: fields from `known`, else from the request's cookie, else
   * read from the database.
   */
  refresh(request: FastifyRequest, reply: FastifyReply, known?: Hint): Promise<void>;
  /**
   * Sets the hint cookie of this reply if the request's cookie differs from these fields, which were read from the
   * database.
   */
  correct(request: FastifyRequest, reply: FastifyReply, known: Hint): Promise<void>;
  /** Reads every field from the database. Clears the cookie when all fields are '0'. */
  readAll(request: FastifyRequest, reply: FastifyReply): Promise<Hint>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly hints: Hints;
  }
}

const readHintCookie = (request: FastifyRequest): Hint =>
  Object.fromEntries(new URLSearchParams(readCookie(request, hintCookie) ?? ''));

export function createHints(sources: readonly HintSource[], shop: () => Shop): Hints {
  const setScriptCookies = (request: FastifyRequest, reply: FastifyReply, hint: Hint) => {
    const { config, wire } = shop();
    const cookies = Object.assign({}, ...sources.map(({ cookies }) => cookies?.(wire, hint))) as Record<
      string,
      string | null
    >;
    for (const [name, value] of Object.entries(cookies)) {
      if (value !== null) setCookie(config, reply, name, value, { seconds: monthInSeconds, httpOnly: false });
      else if (readCookie(request, name) !== null) clearCookie(config, reply, name);
    }
  };
  const setHintCookie = (request: FastifyRequest, reply: FastifyReply, hint: Hint) => {
    const { config } = shop();
    setScriptCookies(request, reply, hint);
    if (Object.values(hint).every((value) => value === '0')) clearCookie(config, reply, hintCookie);
    else
      setCookie(config, reply, hintCookie, new URLSearchParams(hint).toString(), {
        seconds: monthInSeconds,
        httpOnly: false,
      });
  };
  const readSource = async ({ names, read }: HintSource, actor: Actor | null, known: Hint): Promise<Hint> => {
    if (names.every((name) => known[name] !== undefined)) return {};
    const isOwner = actor !== null && (actor.visitorId !== null || actor.customer !== null);
    return isOwner ? read(shop(), actor) : Object.fromEntries(names.map((name) => [name, '0']));
  };
  /** A guest whose request had no visitor owns only the data that this request wrote. */
  const isNewVisitor = (request: FastifyRequest, { customer }: Actor): boolean =>
    customer === null && readCookie(request, getVisitorCookieName(shop().config.publicUrl)) === null;
  const readFields = async (request: FastifyRequest, known: Hint): Promise<Hint> => {
    const names = sources.flatMap((source) => source.names);
    const actor = names.some((name) => known[name] === undefined) ? await getActor(shop(), request) : null;
    const owner = actor !== null && isNewVisitor(request, actor) ? null : actor;
    const parts = await Promise.all(sources.map((source) => readSource(source, owner, known)));
    const fields: Hint = Object.assign({}, ...parts, known);
    return Object.fromEntries(names.map((name) => [name, fields[name] ?? '0']));
  };
  const refresh: Hints['refresh'] = async (request, reply, known = {}) =>
    setHintCookie(request, reply, await readFields(request, { ...readHintCookie(request), ...known }));
  return {
    badges: Object.assign({}, ...sources.map(({ badges }) => badges)),
    refresh,
    async correct(request, reply, known) {
      const current = readHintCookie(request);
      const differs = Object.entries(known).some(([name, value]) => (current[name] ?? '0') !== value);
      if (differs) await refresh(request, reply, known);
    },
    async readAll(request, reply) {
      const hint = await readFields(request, {});
      setHintCookie(request, reply, hint);
      return hint;
    },
  };
}
