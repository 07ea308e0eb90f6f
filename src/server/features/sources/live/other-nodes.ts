import { randomUUID } from 'node:crypto'
import type { Source } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../../platform/app-context'
import type { FeedPart } from '../../../platform/bus'
import { isEmptyPart, keyOf } from './feed-parts'

/** How often a node repeats who shares and watches there, and when the last word of a node no longer counts. */
export const repeatInterval = 5_000
const forgottenAfter = 3 * repeatInterval

interface Heard extends FeedPart {
  heardAt: number
}

/** What changed in the part of another node. */
export interface PartChange {
  organization_id: number
  source: Source
  isOfStatus: boolean
}

/** Who shares and who watches at the other nodes, as they say on the bus. */
export class OtherNodes {
  readonly node = randomUUID()
  /** By organisation, source and node. */
  readonly #parts = new Map<number, Map<string, Map<string, Heard>>>()

  constructor(private readonly app: AppContext) {}

  of(organization_id: number, source: Source): FeedPart[] {
    return [...(this.#parts.get(organization_id)?.get(keyOf(source))?.values() ?? [])]
  }

  all(organization_id: number): FeedPart[] {
    return [...(this.#parts.get(organization_id)?.values() ?? [])].flatMap(nodes => [...nodes.values()])
  }

  tell(organization_id: number, part: FeedPart): void {
    if (this.app.bus.isShared) this.app.bus.publish({ topic: 'feed', organization_id, part })
  }

  /** Returns what is new; null if the node only repeated itself. */
  hear(organization_id: number, part: FeedPart): PartChange | null {
    const { source, node } = part
    const before = this.#parts.get(organization_id)?.get(keyOf(source))?.get(node)
    if (isEmptyPart(part)) this.#delete(organization_id, part)
    else this.#set(organization_id, part)
    const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
    const isOfStatus = !isSame(before?.status ?? null, part.status)
    const isOfViewers =
      !isSame(before?.viewers ?? [], part.viewers) || (before?.wanted_since ?? null) !== part.wanted_since
    return isOfStatus || isOfViewers ? { organization_id, source, isOfStatus } : null
  }

  /** Removes the parts of nodes that were not heard of for long. */
  forget(): PartChange[] {
    const since = this.app.clock.elapsed() - forgottenAfter
    const forgotten = [...this.#parts].flatMap(([organization_id]) =>
      [...this.#heard(organization_id)]
        .filter(({ heardAt }) => heardAt < since)
        .map(part => ({ organization_id, part })),
    )
    return forgotten.map(({ organization_id, part }) => {
      this.#delete(organization_id, part)
      return { organization_id, source: part.source, isOfStatus: part.status !== null }
    })
  }

  *#heard(organization_id: number): Iterable<Heard> {
    for (const nodes of this.#parts.get(organization_id)?.values() ?? []) yield* nodes.values()
  }

  #set(organization_id: number, part: FeedPart): void {
    const sources = this.#parts.get(organization_id) ?? new Map<string, Map<string, Heard>>()
    const nodes = sources.get(keyOf(part.source)) ?? new Map<string, Heard>()
    nodes.set(part.node, { ...part, heardAt: this.app.clock.elapsed() })
    this.#parts.set(organization_id, sources.set(keyOf(part.source), nodes))
  }

  #delete(organization_id: number, { source, node }: FeedPart): void {
    const sources = this.#parts.get(organization_id)
    const nodes = sources?.get(keyOf(source))
    nodes?.delete(node)
    if (nodes?.size === 0) sources?.delete(keyOf(source))
    if (sources?.size === 0) this.#parts.delete(organization_id)
  }
}
