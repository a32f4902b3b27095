import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { clearCookie, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import { type Actor, getActor } from './actor.ts';

/** One field of the hint cookie, such as a count. '0' means that there is nothing of that kind. */
export interface HintField {
  readonly name: string;
  /** The field is a count: elements with `data-count="<badge>"` show it. */
  readonly badge?: string;
  /** Not called for an actor without visitor and customer. */
  readonly read: (shop: Shop, actor: Actor) => Promise<string>;
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
  /** Reads every field from the database. Clears the cookie when all fields are '0'. */
  readAll(request: FastifyRequest, reply: FastifyReply): Promise<Hint>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly hints: Hints;
  }
}

export function createHints(fields: readonly HintField[], shop: () => Shop): Hints {
  const setHintCookie = (reply: FastifyReply, hint: Hint) => {
    const { config } = shop();
    if (Object.values(hint).every((value) => value === '0')) clearCookie(config, reply, hintCookie);
    else
      setCookie(config, reply, hintCookie, new URLSearchParams(hint).toString(), {
        seconds: monthInSeconds,
        httpOnly: false,
      });
  };
  const readFields = async (request: FastifyRequest, known: Hint) => {
    const unknown = fields.filter(({ name }) => known[name] === undefined);
    const actor = unknown.length > 0 ? await getActor(shop(), request) : null;
    const isOwner = actor !== null && (actor.visitorId !== null || actor.customer !== null);
    const entries = fields.map(
      async ({ name, read }) => [name, known[name] ?? (isOwner ? await read(shop(), actor) : '0')] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  };
  return {
    badges: Object.fromEntries(fields.flatMap(({ name, badge }) => (badge ? [[badge, name]] : []))),
    async refresh(request, reply, known = {}) {
      const current = Object.fromEntries(new URLSearchParams(readCookie(request, hintCookie) ?? ''));
      setHintCookie(reply, await readFields(request, { ...current, ...known }));
    },
    async readAll(request, reply) {
      const hint = await readFields(request, {});
      setHintCookie(reply, hint);
      return hint;
    },
  };
}
