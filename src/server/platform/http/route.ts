import type { Answer, Body, Endpoint, Page } from '#shared/contract/endpoint'
import type { CallerScene, MemberScene, Scene } from '../scene'

/** The scene that an endpoint's access rule promises its handler. */
export type SceneFor<E extends Endpoint> = E['access']['who'] extends 'member'
  ? MemberScene
  : E['access']['who'] extends 'signed-in'
    ? CallerScene
    : Scene

export type Result<E extends Endpoint> = E['paged'] extends true
  ? Answer<E> extends (infer Item)[]
    ? Page<Item>
    : never
  : Answer<E>

export interface Route {
  readonly endpoint: Endpoint
  /** Called only with the scene and body that the endpoint promises; `route` checked that at compile time. */
  readonly handle: (scene: never, body: never) => Promise<unknown>
}

/** Joins an endpoint of the contract with the service that answers it. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (scene: SceneFor<E>, body: Body<E>) => Promise<Result<E>>,
): Route {
  return { endpoint, handle }
}
