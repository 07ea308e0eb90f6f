import { z } from 'zod'
import type { Capability, OrgRole } from '../rules/capabilities'

/**
 * Who may call an endpoint. A member rule can require a capability [D2] or an organisation role [D1]; everybody else is
 * refused. Those whom the plan has no room for only read; `overLimit` names the writes that they need for that [D31].
 * Guests are allowed beside members (`too`) or alone (`only`), each limited to their own data; all other
 * endpoints refuse them [6.1, 8.1].
 */
export type Access =
  | { readonly who: 'anyone' }
  | { readonly who: 'signed-in' }
  | {
      readonly who: 'member'
      readonly can?: Capability
      readonly orgRole?: OrgRole
      readonly premium?: boolean
      readonly guests?: 'too' | 'only'
      readonly overLimit?: 'too'
    }

export type Anyone = Extract<Access, { who: 'anyone' }>
export type SignedIn = Extract<Access, { who: 'signed-in' }>
export type Member = Extract<Access, { who: 'member' }>

export const anyone = (): Anyone => ({ who: 'anyone' })
export const signedIn = (): SignedIn => ({ who: 'signed-in' })
export const member = (needs: Omit<Member, 'who'> = {}): Member => ({
  who: 'member',
  ...needs,
})

export const guest = (): Member => member({ guests: 'only' })

/** True for endpoints that guests may call. */
export const allowsGuests = ({ access }: { access: Access }): boolean =>
  access.who === 'member' && access.guests !== undefined

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Fields = z.ZodObject

/**
 * The declaration of an endpoint. `body` names every field except the three common ones, whichever way the method
 * transports them.
 */
interface Definition<A extends Access, B extends Fields, R extends z.ZodType> {
  method: Method
  /** Parameters in braces, as in `/logs/{doc_id}`, are also fields of `body`. */
  path: string
  /** One sentence for readers of the API page. */
  summary: string
  access: A
  body: B
  answer: R
  /**
   * True for a POST that only reads. Everything except GET and these is a write: it takes an idempotency key, so a
   * retry changes nothing.
   */
  reads?: boolean
  /**
   * True for reading that takes the database long. A replica of it answers, if there is one that knows of everything
   * that happened in the organisation.
   */
  readsMuch?: boolean
  /**
   * Calls allowed from one caller within a minute, below the server's general limit. A caller is a person, or an
   * address if not signed in.
   */
  perMinute?: number
  /** Largest body in bytes; the general limit if left out. */
  bodyBytes?: number
  /** True if it may also be called over the socket of live events, which takes less time than a request. */
  overSocket?: boolean
  /** File formats that callers may request instead of the JSON answer. */
  files?: FileKinds
}

/**
 * File formats of an endpoint: a call with the field `by` receives a file whose content type is the one beside the
 * field's value.
 */
export interface FileKinds {
  readonly by: string
  readonly types: Readonly<Record<string, string>>
}

/**
 * A body that is not JSON: either raw bytes, with the fields in path and query, or files in the multipart field
 * `files`, with the fields in path and text parts.
 */
export type BodyType = 'bytes' | 'files'

export interface Endpoint<
  A extends Access = Access,
  B extends Fields = Fields,
  R extends z.ZodType = z.ZodType,
  P extends boolean = boolean,
> extends Readonly<Definition<A, B, R>> {
  readonly kind: 'endpoint'
  readonly carries?: BodyType | undefined
  /**
   * A list that pages by cursor: the request has `cursor` and `limit`, and the answer has `next_cursor` beside `data`.
   */
  readonly paged: P
}

/** Paging fields of a paged list. The cursor is opaque to callers. */
export const Paging = z.object({ cursor: z.string().max(500).optional(), limit: z.int().min(1).max(100).default(50) })

/**
 * Declares an endpoint. The route, the validation on both sides, the typed client, the API page and the matrix of
 * refused calls are derived from this value.
 */
export function endpoint<A extends Access, B extends Fields, R extends z.ZodType>(
  definition: Definition<A, B, R>,
): Endpoint<A, B, R, false> {
  return { kind: 'endpoint', paged: false, ...definition }
}

/** Declares an endpoint whose body is not JSON. `bodyBytes` limits the whole body. */
export function uploadEndpoint<C extends BodyType, B extends Fields, R extends z.ZodType>(
  definition: Definition<Member, B, R> & { carries: C; bodyBytes: number },
): UploadEndpoint<C, B, R> {
  return { kind: 'endpoint', paged: false, ...definition }
}

export type UploadEndpoint<
  C extends BodyType = BodyType,
  B extends Fields = Fields,
  R extends z.ZodType = z.ZodType,
> = Endpoint<Member, B, R, false> & { readonly carries: C; readonly bodyBytes: number }

/** An endpoint that offers files. */
export type DownloadEndpoint = Endpoint<Member, Fields> & { readonly files: FileKinds }

/** Declares an endpoint that can answer with a file. Its errors are JSON, as everywhere. */
export function downloadEndpoint<B extends Fields, R extends z.ZodType>(
  definition: Definition<Member, B, R> & { files: FileKinds },
): Endpoint<Member, B, R, false> & { readonly files: FileKinds } {
  return { kind: 'endpoint', paged: false, ...definition }
}

/** An endpoint that anyone may call and that always answers with a file. */
export type OpenDownloadEndpoint = Endpoint<Anyone, Fields> & { readonly files: FileKinds }

/** Declares one. A secret in its path is what gives access. */
export function openDownloadEndpoint<B extends Fields, R extends z.ZodType>(
  definition: Omit<Definition<Anyone, B, R>, 'access'> & { files: FileKinds },
): Endpoint<Anyone, B, R, false> & { readonly files: FileKinds } {
  return { kind: 'endpoint', paged: false, access: anyone(), ...definition }
}

/** Declares a list that pages by cursor; `item` is the schema of its items. */
export function pagedList<A extends Access, B extends z.ZodRawShape, R extends z.ZodType>({
  body,
  item,
  ...rest
}: Omit<Definition<A, Fields, R>, 'body' | 'answer'> & { body: z.ZodObject<B>; item: R }) {
  const paged: Endpoint<A, z.ZodObject<B & typeof Paging.shape>, z.ZodArray<R>, true> = {
    kind: 'endpoint',
    paged: true,
    ...rest,
    body: z.object({ ...body.shape, ...Paging.shape }),
    answer: z.array(item),
  }
  return paged
}

/** What a handler receives after validation. */
export type Body<E extends Endpoint> = z.output<E['body']>
/** What a caller passes before defaults are filled in. */
export type Input<E extends Endpoint> = z.input<E['body']>
export type Answer<E extends Endpoint> = z.output<E['answer']>

/** The envelope of every answer on the wire. */
export interface Reply<T> {
  data: T
  /** Equals the HTTP status. */
  status: number
  message: string
  /** Present on errors. */
  code?: string
  issues?: { path: string; message: string }[]
  request_id?: string
  /** Present on paged lists; null at the end. */
  next_cursor?: string | null
}

/** One page of a list, and the cursor of the next page. */
export interface Page<T> {
  items: T[]
  next_cursor: string | null
}

/** True for methods that carry their fields in the query instead of a body. */
export function carriesQuery(method: Method): boolean {
  return method === 'GET' || method === 'DELETE'
}

/** True if the fields travel in the query, because of the method or because the body is not JSON. */
export function hasFieldsInQuery({ method, carries }: Pick<Endpoint, 'method' | 'carries'>): boolean {
  return carriesQuery(method) || carries === 'bytes'
}

/** True if a call may change something, so that repeating it needs an idempotency key. */
export function changesSomething(endpoint: Pick<Endpoint, 'method' | 'reads'>): boolean {
  return endpoint.method !== 'GET' && !endpoint.reads
}

/** By path, because every call asks; as many as the contract has paths. */
const parametersByPath = new Map<string, readonly string[]>()

/** Names of the parameters in a path of the contract, in order. */
export function pathParameters(path: string): readonly string[] {
  const known = parametersByPath.get(path)
  if (known) return known
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(found => found[1] ?? '')
  parametersByPath.set(path, names)
  return names
}

/** True for values made by `endpoint`; contract modules export other values too. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'endpoint'
}
