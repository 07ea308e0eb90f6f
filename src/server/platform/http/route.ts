import type {
  Answer,
  Body,
  DownloadEndpoint,
  Endpoint,
  Fields,
  Member,
  OpenDownloadEndpoint,
  Page,
} from '#shared/contract/endpoint'
import type { AppContext } from '../app-context'
import type { MemberContext, RequestContext, UserContext } from '../request-context'

/** The context that an endpoint's access rule guarantees its handler. */
export type ContextFor<E extends Endpoint> = E['access']['who'] extends 'member'
  ? MemberContext
  : E['access']['who'] extends 'signed-in'
    ? UserContext
    : RequestContext

export type Result<E extends Endpoint> = E['paged'] extends true
  ? Answer<E> extends (infer Item)[]
    ? Page<Item>
    : never
  : Answer<E>

/** A member's call before its transaction is open. */
export interface PreflightContext {
  readonly app: AppContext
  /** Runs `work` in a transaction of its own, with the member's current rights. */
  runAsMember<T>(work: (ctx: MemberContext) => Promise<T>): Promise<T>
}

/** An uploaded file, on disk until the call is answered. The name comes from the client. */
export interface ReceivedFile {
  name: string
  path: string
}

/** The body of a call apart from its fields. */
export type CarriedBy<E extends Endpoint> = E extends { carries: 'bytes' }
  ? Buffer
  : E extends { carries: 'files' }
    ? readonly ReceivedFile[]
    : undefined

/** A file that is produced while it is sent: at the speed of the reader, and no further once the reader disconnects. */
export interface DownloadFile {
  /** The file name for saving, with its extension. */
  name: string
  content: AsyncGenerator<Uint8Array | string>
}

/** Refuses if the body of a call names something that exists and that the caller may not see [D41]. */
export type RequireVisible = (ctx: MemberContext, body: object) => Promise<void>

/**
 * How a call whose answer is large is repeated with its idempotency key: what the key keeps of the answer, and how the
 * answer is made of that again, as it is by then. Without this, a key keeps the whole answer.
 */
export interface Repeating<E extends Endpoint, Kept> {
  readonly keeps: (answer: Answer<E>) => Kept
  readonly answer: (ctx: ContextFor<E>, body: Body<E>, kept: Kept) => Promise<Result<E>>
}

export interface Route {
  readonly endpoint: Endpoint
  /** Called only with the context and body that the endpoint guarantees; `route` checks this at compile time. */
  readonly handle: (ctx: never, body: never, prepared: never) => Promise<unknown>
  /** Slow work that needs no transaction; its result is passed to `handle`. */
  readonly prepare?: (preflight: PreflightContext, body: never, carried: never) => Promise<unknown>
  /** Answers calls that request a file. */
  readonly download?: (preflight: PreflightContext, body: never) => Promise<DownloadFile>
  /** The same for callers whom nobody knows. */
  readonly openDownload?: (app: AppContext, body: never) => Promise<DownloadFile>
  /** Called before the stored first answer of an idempotency key is repeated, because no service runs then. */
  readonly requireVisible?: RequireVisible
  /** See {@link Repeating}. */
  readonly repeating?: {
    readonly keeps: (answer: never) => unknown
    readonly answer: (ctx: never, body: never, kept: never) => Promise<unknown>
  }
}

/** Binds an endpoint of the contract to the service that answers it. */
export function route<E extends Endpoint, Kept>(
  endpoint: E,
  handle: (ctx: ContextFor<E>, body: Body<E>) => Promise<Result<E>>,
  repeating?: Repeating<E, Kept>,
): Route {
  return { endpoint, handle, ...(repeating && { repeating }) }
}

/**
 * Binds an endpoint to a service in two steps: `prepare` moves bytes while no transaction is open, and `handle` records
 * the result. A repeated call with the same key prepares again and writes nothing.
 */
export function twoPhaseRoute<E extends Endpoint<Member, Fields>, P>(
  endpoint: E,
  prepare: (preflight: PreflightContext, body: Body<E>, carried: CarriedBy<E>) => Promise<P>,
  handle: (ctx: MemberContext, body: Body<E>, prepared: P) => Promise<Result<E>>,
): Route {
  return { endpoint, prepare, handle }
}

/** Binds an endpoint with file formats to the service that answers it and the one that produces the files. */
export function downloadRoute<E extends DownloadEndpoint>(
  endpoint: E,
  handle: (ctx: MemberContext, body: Body<E>) => Promise<Result<E>>,
  offer: (preflight: PreflightContext, body: Body<E>) => Promise<DownloadFile>,
): Route {
  return { endpoint, handle, download: offer }
}

/** Binds an endpoint that anyone may call to the service that produces its file. */
export function openDownloadRoute<E extends OpenDownloadEndpoint>(
  endpoint: E,
  offer: (app: AppContext, body: Body<E>) => Promise<DownloadFile>,
): Route {
  return { endpoint, handle: async () => null, openDownload: offer }
}
