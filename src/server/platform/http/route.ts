import type { Answer, Body, DownloadEndpoint, Endpoint, Fields, Member, Page } from '#shared/contract/endpoint'
import type { AppContext } from '../app-context'
import type { MemberContext, RequestContext, UserContext } from '../request-context'

/** The context that an endpoint's access rule promises its handler. */
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
  /** Runs `work` in a transaction of its own, with the rights that the member has at this moment. */
  runAsMember<T>(work: (ctx: MemberContext) => Promise<T>): Promise<T>
}

/** A file that came in, on disk until the call is answered. The name is what the client says. */
export interface ReceivedFile {
  name: string
  path: string
}

/** What the body of a call is beside its fields. */
export type CarriedBy<E extends Endpoint> = E extends { carries: 'bytes' }
  ? Buffer
  : E extends { carries: 'files' }
    ? readonly ReceivedFile[]
    : undefined

/** A file that is made while it is sent: no faster than it is taken, and not to its end when whoever asked goes away. */
export interface DownloadFile {
  /** As it may be saved, with its extension. */
  name: string
  content: AsyncGenerator<Uint8Array | string>
}

/** Refuses when the body of a call names something that is there and that the caller may not see [D41]. */
export type RequireSight = (ctx: MemberContext, body: object) => Promise<void>

export interface Route {
  readonly endpoint: Endpoint
  /** Called only with the context and body that the endpoint promises; `route` checked that at compile time. */
  readonly handle: (scene: never, body: never, prepared: never) => Promise<unknown>
  /** What takes long and needs no transaction; what it answers goes to `handle`. */
  readonly prepare?: (preflight: PreflightContext, body: never, carried: never) => Promise<unknown>
  /** Answers calls that ask for a file. */
  readonly download?: (preflight: PreflightContext, body: never) => Promise<DownloadFile>
  /** Asked before the first answer to a key is given again, which asks no service. */
  readonly requireSight?: RequireSight
}

/** Joins an endpoint of the contract with the service that answers it. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: ContextFor<E>, body: Body<E>) => Promise<Result<E>>,
): Route {
  return { endpoint, handle }
}

/**
 * Joins an endpoint with a service in two steps: `prepare` moves bytes while no transaction is open, and `handle` writes down what
 * came of it. A call that is repeated with its key prepares again and writes nothing.
 */
export function twoPhaseRoute<E extends Endpoint<Member, Fields>, P>(
  endpoint: E,
  prepare: (preflight: PreflightContext, body: Body<E>, carried: CarriedBy<E>) => Promise<P>,
  handle: (ctx: MemberContext, body: Body<E>, prepared: P) => Promise<Result<E>>,
): Route {
  return { endpoint, prepare, handle }
}

/** Joins an endpoint that offers files with the service that answers it and the one that makes the files. */
export function downloadRoute<E extends DownloadEndpoint>(
  endpoint: E,
  handle: (ctx: MemberContext, body: Body<E>) => Promise<Result<E>>,
  offer: (preflight: PreflightContext, body: Body<E>) => Promise<DownloadFile>,
): Route {
  return { endpoint, handle, download: offer }
}
