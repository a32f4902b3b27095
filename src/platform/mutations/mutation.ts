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

/** Values that a mutation works with besides its input. */
export type MutationCall = AjaxCall;

/** Values that a mutation works with when it requires a customer. */
export interface CustomerCall extends MutationCall {
  readonly customer: ActingCustomer;
}

export interface CustomerRequirement {
  /** Path of the page with the form, to which the shopper returns after signing in. */
  readonly returnTo: string;
  /** Whether the customer must have signed in recently, with all factors. */
  readonly isFresh?: true;
}

type CallOf<Required> = Required extends CustomerRequirement ? CustomerCall : MutationCall;

/** The result of a rule that refuses. `More` are further properties for its code. */
export type Refusal<Code extends string, More = unknown> = { readonly ok: false; readonly code: Code } & Readonly<More>;

/** The result of a rule. `retryAfter`: seconds, for the header of that name. */
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
  /** Name of the operation in the API description, in the form `feature.verb-noun`. */
  readonly name: string;
  /** Describes the operation for programmers. */
  readonly description: string;
  /**
   * Schema of the input, which limits the size of each field. Input that does not match is answered with
   * `invalid_input`. A schema from `createFormSchema` reads the fields of a form: the input then has their values and
   * problems.
   */
  readonly schema: z.ZodType<Input> | FormSchema<Input>;
  /** Name of the permission that the actor must have. Default: everybody may call it, guests too. */
  readonly requires?: string;
  /**
   * Whether the actor must have signed in recently. A form is kept until the actor has signed in, and a call gets the
   * code `fresh_sign_in_required`. Default: true where the permission is dangerous. Ajax actions do not support it.
   */
  readonly requiresFresh?: true;
  /**
   * Requires a signed-in customer, whom `run` gets with its call. Without one, a form leads to the sign-in page, and
   * a call fails with `SIGN_IN_REQUIRED` or `FRESH_SIGN_IN_REQUIRED`, which `errors` describes. A form whose `run`
   * fails with one of these codes leads to the sign-in page, too. Default: guests may call it.
   */
  readonly requiresCustomer?: Required;
  /**
   * Describes the codes of the mutation's failures, if it has any. The status of a code is the same for all its
   * routes.
   */
  readonly errors?: ErrorGroup<Codes>;
  /** Limits that are counted before the mutation runs. */
  readonly limits?: MutationLimits<Input, Result>;
  /** Calls the rule. An error that it throws is answered with 500. */
  readonly run: (call: CallOf<Required>, input: Input) => Promise<Result>;
  /** Returns the fields of the hint cookie that a success changed; null when it changed none. */
  readonly hint?: (call: MutationCall, result: Success<Result>) => Promise<Hint | null> | Hint | null;
  /** Returns the message of a failure. Default: the meaning of its code. */
  readonly message?: (call: MutationCall, failure: Failure<Result>, input: Input) => string;
  /** Returns the problems of the fields for calls: the first problem of each field is sent in `data.params`. */
  readonly problems?: (
    failure: Failure<Result>,
    input: Input,
  ) => readonly { readonly field: string; readonly message: string }[];
  /**
   * Accepts files in `multipart/form-data`, as a form and as a call. `request.files` has the files until the
   * reply. Default: no files.
   */
  readonly files?: (shop: Shop) => FileLimits;
  readonly form?: MutationForm<Result, Input, CallOf<Required>>;
  readonly json?: MutationJson<Result, JsonBody>;
  readonly ajax?: MutationAjax<Result, AjaxBody>;
}

export interface MutationLimits<Input, Result> {
  /** Returns the uses to count, depending on the request and the settings. An empty list counts nothing. */
  readonly uses: (call: MutationCall, input: Input) => Promise<readonly LimitUse[]> | readonly LimitUse[];
  /** Returns the failure of a request over a limit. */
  readonly refuse: (refused: Extract<LimitResult, { readonly ok: false }>) => Failure<Result>;
  /** Whether failed requests count too. */
  readonly countsFailures: boolean;
}

/** A form post. It works without script. */
export interface MutationForm<Result, Input = unknown, Call = MutationCall> {
  /** Path in Fastify's syntax: `/order/:token/confirm`. */
  readonly path: string;
  readonly success: (call: Call, result: Success<Result>, input: Input) => Promise<FormReply> | FormReply;
  /** Default: the status page with the message. A page without a status gets the status of the code. */
  readonly failure?: (call: Call, failure: Failure<Result>, input: Input) => Promise<FormReply> | FormReply;
  /** Shows the form after a press of a field's button, such as one that adds a row. For forms with such buttons. */
  readonly update?: (call: MutationCall, input: Input) => Promise<FormReply> | FormReply;
}

/** A call with JSON. Failures are answered with code and message. */
export interface MutationJson<Result, Body> {
  readonly path: (wire: WireNames) => string;
  /** Default: POST. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The action that the nonce of the call belongs to, where the call has a nonce. The nonce is sent in the header.
   */
  readonly nonce?: string;
  /** Whether the call accepts `multipart/form-data` too. */
  readonly multipart?: true;
  /**
   * Whether the call accepts the typed values of a form's fields by their keys. Default: text by the names of the
   * form's controls, as a form sends it.
   */
  readonly takesValues?: true;
  /** Schema of the body of a success. Bodies are checked in tests and in development. */
  readonly response: z.ZodType<Body>;
  readonly success: (call: MutationCall, result: Success<Result>) => Promise<ResponseBody<Body>> | ResponseBody<Body>;
}

/** Handles `action=<name>` at one of the ajax endpoints. */
export interface MutationAjax<Result, Body> extends Pick<MutationJson<Result, Body>, 'success'> {
  readonly name: (wire: WireNames) => string;
  readonly endpoint: (typeof ajaxEndpoints)[number];
  /** The action that the nonce of the call belongs to, where the call has a nonce. */
  readonly nonce?: string;
  /** Whether guests without a visitor share a nonce (docs/decisions/0042). */
  readonly sharesNonce?: true;
  /** Schema of the body of a success, and of a failure that has a body; `html` for a string of HTML. */
  readonly response: z.ZodType<Body> | 'html';
  /**
   * Returns the body of a failure, with status 200, for scripts that ignore other replies. Default: code and
   * message, with the status of the code.
   */
  readonly failure?: (call: MutationCall, failure: Failure<Result>) => Promise<ResponseBody<Body>> | ResponseBody<Body>;
}

/** Only the schema determines the type, not the value of `success`. */
type ResponseBody<Body> = NoInfer<Body>;

/** A definition in a list, whatever its types are. */
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
