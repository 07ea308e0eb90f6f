import { z } from 'zod'
import type { Capability, OrgRole } from '../rules/capabilities'

/**
 * Who may call. A member rule can ask for a capability [D2] or an organization role [D1]; the server refuses everybody else. Guests are let in
 * beside members (`too`) or alone (`only`), each into what is theirs; everywhere else they are refused [6.1, 8.1].
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

/** True where a guest may call. */
export const letsGuestsIn = ({ access }: { access: Access }): boolean =>
  access.who === 'member' && access.guests !== undefined

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Fields = z.ZodObject

/** What an endpoint is made from. `body` names every field beyond the common three, wherever the method carries it. */
interface Definition<A extends Access, B extends Fields, R extends z.ZodType> {
  method: Method
  /** Parameters in braces, as in `/logs/{doc_id}`, are fields of `body`. */
  path: string
  /** One sentence for people who read the API's page. */
  summary: string
  access: A
  body: B
  answer: R
  /** A POST that only looks. Everything else but GET is a write: it takes an idempotency key, and its retry changes nothing. */
  reads?: boolean
  /** Calls allowed from one caller (person, or address when not signed in) within a minute, below the server's general limit. */
  perMinute?: number
  /** Bytes of body accepted; the general limit unless given. */
  bodyBytes?: number
  /** Files that calls may ask for instead of the answer. */
  files?: FileKinds
}

/** Kinds of files that an endpoint offers: a call that has the field `by` gets a file of the content type that stands beside its value. */
export interface FileKinds {
  readonly by: string
  readonly types: Readonly<Record<string, string>>
}

/**
 * What a body is when it is not JSON: raw bytes, with the fields in path and query; or files in the multipart field `files`, with
 * the fields in path and text parts.
 */
export type Carried = 'bytes' | 'files'

export interface Endpoint<
  A extends Access = Access,
  B extends Fields = Fields,
  R extends z.ZodType = z.ZodType,
  P extends boolean = boolean,
> extends Readonly<Definition<A, B, R>> {
  readonly kind: 'endpoint'
  readonly carries?: Carried | undefined
  /** Lists that page by cursor: `cursor` and `limit` come in, `next_cursor` goes out beside `data`. */
  readonly paged: P
}

/** Paging fields of a paged list. The cursor is opaque to callers. */
export const Paging = z.object({ cursor: z.string().max(500).optional(), limit: z.int().min(1).max(100).default(50) })

/** Declares an endpoint: the route, both validations, the typed client, the API's page and the matrix of refused calls are made from this value. */
export function endpoint<A extends Access, B extends Fields, R extends z.ZodType>(
  definition: Definition<A, B, R>,
): Endpoint<A, B, R, false> {
  return { kind: 'endpoint', paged: false, ...definition }
}

/** Declares an endpoint whose body is not JSON. `bodyBytes` is the limit of the whole body. */
export function uploadEndpoint<C extends Carried, B extends Fields, R extends z.ZodType>(
  definition: Definition<Member, B, R> & { carries: C; bodyBytes: number },
): UploadEndpoint<C, B, R> {
  return { kind: 'endpoint', paged: false, ...definition }
}

export type UploadEndpoint<
  C extends Carried = Carried,
  B extends Fields = Fields,
  R extends z.ZodType = z.ZodType,
> = Endpoint<Member, B, R, false> & { readonly carries: C; readonly bodyBytes: number }

/** An endpoint that offers files. */
export type DownloadEndpoint = Endpoint<Member, Fields> & { readonly files: FileKinds }

/** Declares an endpoint that answers files to calls which ask for one, whose errors are JSON as everywhere. */
export function downloadEndpoint<B extends Fields, R extends z.ZodType>(
  definition: Definition<Member, B, R> & { files: FileKinds },
): Endpoint<Member, B, R, false> & { readonly files: FileKinds } {
  return { kind: 'endpoint', paged: false, ...definition }
}

/** Declares a list that pages by cursor; `item` is what it is a list of. */
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

/** What a handler receives, after validation. */
export type Body<E extends Endpoint> = z.output<E['body']>
/** What a caller passes, before defaults are filled in. */
export type Input<E extends Endpoint> = z.input<E['body']>
export type Answer<E extends Endpoint> = z.output<E['answer']>

/** What every answer looks like on the wire. */
export interface Reply<T> {
  data: T
  /** Equal to the HTTP status. */
  status: number
  message: string
  /** Present on errors. */
  code?: string
  issues?: { path: string; message: string }[]
  request_id?: string
  /** Present on paged lists; null at the end. */
  next_cursor?: string | null
}

/** One page of a list and where the next one begins. */
export interface Page<T> {
  items: T[]
  next_cursor: string | null
}

/** The methods that carry their fields in the query rather than in a body. */
export function carriesQuery(method: Method): boolean {
  return method === 'GET' || method === 'DELETE'
}

/** True where fields travel in the query: because of the method, or because the body is something else. */
export function hasFieldsInQuery({ method, carries }: Pick<Endpoint, 'method' | 'carries'>): boolean {
  return carriesQuery(method) || carries === 'bytes'
}

/** True where a call may change something, so that repeating it needs an idempotency key. */
export function changesSomething(endpoint: Pick<Endpoint, 'method' | 'reads'>): boolean {
  return endpoint.method !== 'GET' && !endpoint.reads
}

/** Names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(found => found[1] ?? '')
}

/** True for values made by `endpoint`, among everything a contract module exports. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'endpoint'
}
