import type { z } from 'zod';
import type { ajaxEndpoints, WireNames } from '#platform/config/wire-names.ts';
import type { ErrorGroup } from '#platform/features/error-codes.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AjaxCall } from '#platform/http/ajax.ts';
import type { FileLimits } from '#platform/http/bodies/receive-files.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { LimitResult, LimitUse } from '#platform/limits/limits.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import type { Hint } from '#platform/sessions/hint.ts';
import type { FormSchema } from './form-schema.ts';

/** What a mutation works with besides its input. */
export type MutationCall = AjaxCall;

/** What a mutation works with that requires a customer. */
export interface CustomerCall extends MutationCall {
  readonly customer: ActingCustomer;
}

export interface CustomerRequirement {
  /** Path of the page with the form: who must sign in first comes back to it. */
  readonly returnTo: string;
  /** The customer must have signed in a moment ago, with all factors. */
  readonly isFresh?: true;
}

type CallOf<Required> = Required extends CustomerRequirement ? CustomerCall : MutationCall;

/** What a rule answers that refuses. `More`: what its code says more of. */
export type Refusal<Code extends string, More = unknown> = { readonly ok: false; readonly code: Code } & Readonly<More>;

/** A rule's result. `retryAfter`: seconds, for the header of that name. */
export type MutationResult<Code = string> =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: Code; readonly retryAfter?: number };

type Success<Result> = Extract<Result, { readonly ok: true }>;
type Failure<Result> = Extract<Result, { readonly ok: false }>;

/** Codes that are described with a status. `not_found` is answered like a missing page everywhere. */
type CodeWithStatus<Codes> =
  | { [Code in keyof Codes]: Codes[Code] extends { readonly status: number } ? Code : never }[keyof Codes]
  | 'not_found';

/** A request that changes something: one definition of its form, its JSON call and its ajax action. */
export interface MutationDefinition<Input, Codes, Result, JsonBody, AjaxBody, Required = undefined> {
  /** `feature.verb-noun`. Names the operation in the description of the API. */
  readonly name: string;
  /** What it does, for programmers. */
  readonly description: string;
  /**
   * Input that does not match is answered with `invalid_input`. Limits the size of each field. Or the fields of a form,
   * from `createFormSchema`: then the input has their values and problems.
   */
  readonly schema: z.ZodType<Input> | FormSchema<Input>;
  /** Name of the permission that the actor must have. Default: everybody may, guests too. */
  readonly requires?: string;
  /**
   * Whether the actor must have signed in a moment ago: a form is kept meanwhile, and a call gets the
   * code `fresh_sign_in_required`. Default: where the permission is dangerous. Ajax actions can't.
   */
  readonly requiresFresh?: true;
  /**
   * A customer must be signed in: `run` gets them with its call. For others a form leads to the page for signing in, and
   * a call fails with `SIGN_IN_REQUIRED` or `FRESH_SIGN_IN_REQUIRED`, which `errors` describes. A form whose `run` fails
   * with one of these codes leads there, too. Default: guests may.
   */
  readonly requiresCustomer?: Required;
  /** Describes the codes of its failures, if it has any. The status of a code is that of all its routes. */
  readonly errors?: ErrorGroup<Codes>;
  /** Counted before it runs. */
  readonly limits?: MutationLimits<Input, Result>;
  /** Calls the rule. What it throws is answered with 500. */
  readonly run: (call: CallOf<Required>, input: Input) => Promise<Result>;
  /** Returns the fields of the hint cookie that a success changed; null changes none. */
  readonly hint?: (call: MutationCall, result: Success<Result>) => Promise<Hint | null> | Hint | null;
  /** The message of a failure. Default: the meaning of its code. */
  readonly message?: (call: MutationCall, failure: Failure<Result>, input: Input) => string;
  /** What is wrong with each field, for calls: the first problem of a field is in `data.params`. */
  readonly problems?: (
    failure: Failure<Result>,
    input: Input,
  ) => readonly { readonly field: string; readonly message: string }[];
  /**
   * Takes files in `multipart/form-data`, as a form and as a call: `request.files` has them until the
   * reply. Default: none.
   */
  readonly files?: (shop: Shop) => FileLimits;
  readonly form?: MutationForm<Result, Input, CallOf<Required>>;
  readonly json?: MutationJson<Result, JsonBody>;
  readonly ajax?: MutationAjax<Result, AjaxBody>;
}

export interface MutationLimits<Input, Result> {
  /** What is counted, by the request and settings. An empty list counts nothing. */
  readonly uses: (call: MutationCall, input: Input) => Promise<readonly LimitUse[]> | readonly LimitUse[];
  /** The failure of a request over a limit. */
  readonly refuse: (refused: Extract<LimitResult, { readonly ok: false }>) => Failure<Result>;
  /** Whether a request that fails counts too. */
  readonly countsFailures: boolean;
}

/** A form post. It works without script. */
export interface MutationForm<Result, Input = unknown, Call = MutationCall> {
  /** In Fastify's syntax: `/order/:token/confirm`. */
  readonly path: string;
  readonly success: (call: Call, result: Success<Result>, input: Input) => Promise<FormReply> | FormReply;
  /** Default: the status page with the message. A page without a status has that of the code. */
  readonly failure?: (call: Call, failure: Failure<Result>, input: Input) => Promise<FormReply> | FormReply;
  /** Shows the form after a button of one of its fields, such as one that adds a row. For forms that have them. */
  readonly update?: (call: Call, input: Input) => Promise<FormReply> | FormReply;
}

/** A call with JSON. Failures are answered with code and message. */
export interface MutationJson<Result, Body> {
  readonly path: (wire: WireNames) => string;
  /** Default: POST. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The nonce's action, where the specification gives the call one: it comes in the header. */
  readonly nonce?: string;
  /** Takes `multipart/form-data` too. */
  readonly multipart?: true;
  /** Takes the typed values of a form's fields by their keys. Default: text by the names of its controls, as a form. */
  readonly takesValues?: true;
  /** The body of a success. Bodies are checked in tests and in development. */
  readonly response: z.ZodType<Body>;
  readonly success: (call: MutationCall, result: Success<Result>) => Promise<ResponseBody<Body>> | ResponseBody<Body>;
}

/** `action=<name>` at one of the ajax endpoints. */
export interface MutationAjax<Result, Body> extends Pick<MutationJson<Result, Body>, 'success'> {
  readonly name: (wire: WireNames) => string;
  readonly endpoint: (typeof ajaxEndpoints)[number];
  /** The nonce's action, where the specification gives the call one. */
  readonly nonce?: string;
  /** Guests without a visitor share a nonce (docs/decisions/0042). */
  readonly sharesNonce?: true;
  /** The body of a success, and of a failure that has one; `html` for a string of HTML. */
  readonly response: z.ZodType<Body> | 'html';
  /**
   * The body of a failure, with status 200, for scripts that ignore other replies. Default: code and
   * message, with the status of the code.
   */
  readonly failure?: (call: MutationCall, failure: Failure<Result>) => Promise<ResponseBody<Body>> | ResponseBody<Body>;
}

/** The schema alone tells the type. */
type ResponseBody<Body> = NoInfer<Body>;

/** A definition in a list, whatever its types. */
export type Mutation = MutationDefinition<
  unknown,
  ErrorGroup['codes'],
  MutationResult,
  unknown,
  unknown,
  CustomerRequirement | undefined
>;

/** Defines a mutation. List it in `mutations` of the feature's manifest. */
export function defineMutation<
  Input,
  Codes,
  Result extends MutationResult<CodeWithStatus<Codes>>,
  JsonBody = unknown,
  AjaxBody = unknown,
  Required extends CustomerRequirement | undefined = undefined,
>(definition: MutationDefinition<Input, Codes, Result, JsonBody, AjaxBody, Required>): Mutation {
  return definition as unknown as Mutation;
}
