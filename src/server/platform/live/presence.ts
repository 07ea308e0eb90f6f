import { randomUUID } from 'node:crypto'
import type { LiveRequest } from '#shared/contract/live'
import { type PersonPresence, presenceLimits } from '#shared/contract/presence'
import type { AppContext } from '../app-context'
import type { BusMessage } from '../bus'
import type { Tx } from '../database/connection'
import { inTransaction } from '../database/transaction'
import { atMostOnceAMinute } from '../log'
import type { Reading } from './audiences'
import type { Connection } from './connection'
import { FairQueue } from './fair-queue'

/** What presence needs to know from features. */
export interface PresencePorts {
  peopleOfChats(tx: Tx, reading: Reading, chat_ids: readonly number[]): Promise<ReadonlyMap<number, string | null>>
  saveLastSeen(tx: Tx, organization_id: number, user_ids: readonly number[], at: string): Promise<void>
}

type State = PersonPresence['state']

/** How often changes are told, all of that time in one frame, in milliseconds. */
const flushInterval = 2_000
/** How long somebody without a socket still counts as there, because clients reconnect. */
const leavingWithin = 15_000
/** How often a node repeats who is there, and when the last word of a node no longer counts. */
const repeatInterval = 60_000
const forgottenAfter = 180_000
/** How many clients may ask whom they see at once. */
const askingAtOnce = 2

const quarter = 900_000
const day = 86_400_000

/** To a quarter of an hour within the last day, and otherwise to the day. */
export function coarsely(at: string | null, now: number): string | null {
  if (at === null) return null
  const instant = Date.parse(at)
  const step = now - instant < day ? quarter : day
  return new Date(Math.floor(instant / step) * step).toISOString()
}

interface Member {
  organization_id: number
  user_id: number
}

const keyOf = ({ organization_id, user_id }: Member): string => `${organization_id} ${user_id}`

interface Watch {
  /** The chats of the newest request, and whether it is being answered. */
  chat_ids: readonly number[]
  isAsking: boolean
  isStale: boolean
  user_ids: ReadonlySet<number>
}

/** What is known of somebody who is there somewhere. */
interface Known extends Member {
  /** By node. */
  nodes: Map<string, { state: State; heardAt: number }>
  /** What watchers were told. */
  told: State
}

/**
 * Who is there. Each client names the chats that it shows, and is told only of their people: at once, and then all
 * changes of two seconds in one frame. A node knows its own sockets, and of the others what they say on the bus.
 */
export class Presence {
  readonly #node = randomUUID()
  /** The connections of this node by person, and whether the person is away from each. */
  readonly #own = new Map<string, Map<Connection, boolean>>()
  /** People of this node without a connection, and since when. */
  readonly #leaving = new Map<string, Member & { since: number }>()
  readonly #known = new Map<string, Known>()
  readonly #watches = new Map<Connection, Watch>()
  readonly #watchers = new Map<string, Set<Connection>>()
  readonly #changed = new Set<string>()
  readonly #asking = new FairQueue(askingAtOnce)
  readonly #failures: (error: unknown) => void
  readonly #endings: (() => void)[]

  constructor(
    private readonly app: AppContext,
    private readonly questions: PresencePorts,
  ) {
    this.#failures = atMostOnceAMinute(app.clock, (error, times) =>
      app.log.error({ err: error, times }, 'Presence could not be read or kept.'),
    )
    this.#endings = [
      app.bus.subscribe(message => this.#onMessage(message)),
      app.clock.every(flushInterval, () => this.#flush()),
      app.clock.every(repeatInterval, () => {
        this.#repeat()
        this.#forget()
      }),
    ]
  }

  close(): void {
    for (const end of this.#endings) end()
  }

  opened(connection: Connection): void {
    this.#setAway(connection, false)
  }

  received(connection: Connection, request: Extract<LiveRequest, { event: 'presence' | 'watch' }>): void {
    if (request.event === 'presence') this.#setAway(connection, request.is_away)
    else this.#watch(connection, request.chat_ids)
  }

  closed(connection: Connection): void {
    this.#unwatch(connection)
    const key = keyOf(connection)
    const own = this.#own.get(key)
    own?.delete(connection)
    if (!own) return
    if (own.size > 0) this.#announce(connection)
    else {
      this.#own.delete(key)
      const { organization_id, user_id } = connection
      this.#leaving.set(key, { organization_id, user_id, since: this.app.clock.elapsed() })
    }
  }

  #setAway(connection: Connection, isAway: boolean): void {
    const key = keyOf(connection)
    const own = this.#own.get(key) ?? new Map<Connection, boolean>()
    this.#own.set(key, own.set(connection, isAway))
    this.#leaving.delete(key)
    this.#announce(connection)
  }

  /** Says how somebody is present at this node, if that is new. Whoever is leaving stays as they were. */
  #announce({ organization_id, user_id }: Member, isRepeated = false): void {
    const key = keyOf({ organization_id, user_id })
    const own = this.#own.get(key)
    const before = this.#known.get(key)?.nodes.get(this.#node)?.state ?? 'offline'
    const state = own ? ([...own.values()].includes(false) ? 'online' : 'away') : 'offline'
    if (state === before && !isRepeated) return
    this.app.bus.publish({ topic: 'presence', organization_id, user_id, node: this.#node, state })
  }

  #repeat(): void {
    for (const own of this.#own.values()) {
      const [connection] = own.keys()
      if (connection) this.#announce(connection, true)
    }
  }

  /** Nobody is where a node has not said so for long. */
  #forget(): void {
    const since = this.app.clock.elapsed() - forgottenAfter
    for (const [key, { nodes }] of this.#known)
      for (const [node, { heardAt }] of nodes)
        if (heardAt < since) {
          nodes.delete(node)
          this.#changed.add(key)
        }
  }

  #onMessage(message: BusMessage): void {
    if (message.topic === 'presence') this.#heard(message)
    if (message.topic === 'connected') this.app.bus.publish({ topic: 'presence_wanted' })
    if (message.topic === 'presence_wanted') this.#repeat()
    if (message.topic !== 'events') return
    for (const { event } of message.events)
      if (event.kind === 'chat.changed') this.#askAgain(message.organization_id, event.chat_id)
  }

  #heard({ organization_id, user_id, node, state }: Extract<BusMessage, { topic: 'presence' }>): void {
    const key = keyOf({ organization_id, user_id })
    const known: Known = this.#known.get(key) ?? { organization_id, user_id, nodes: new Map(), told: 'offline' }
    if (state === 'offline') known.nodes.delete(node)
    else known.nodes.set(node, { state, heardAt: this.app.clock.elapsed() })
    this.#known.set(key, known)
    this.#changed.add(key)
  }

  #stateOf(known: Known | undefined): State {
    const states = [...(known?.nodes.values() ?? [])].map(({ state }) => state)
    return states.includes('online') ? 'online' : states.includes('away') ? 'away' : 'offline'
  }

  /** Tells what changed since the last time, and notes when those who left were last there. */
  #flush(): void {
    this.#leave()
    const now = this.app.clock.now()
    const left = new Map<number, number[]>()
    const frames = new Map<Connection, PersonPresence[]>()
    for (const key of this.#changed) {
      const known = this.#known.get(key)
      if (!known) continue
      const state = this.#stateOf(known)
      const { organization_id, user_id, told } = known
      if (state === 'offline') this.#known.delete(key)
      if (state === told) continue
      known.told = state
      if (state === 'offline') left.set(organization_id, [...(left.get(organization_id) ?? []), user_id])
      const seen_at = state === 'offline' ? coarsely(new Date(now).toISOString(), now) : null
      for (const watcher of this.#watchers.get(key) ?? []) {
        const people = frames.get(watcher) ?? []
        frames.set(watcher, people)
        people.push({ user_id, state, seen_at })
      }
    }
    this.#changed.clear()
    for (const [connection, people] of frames) connection.send({ event: 'presence', people })
    for (const [organization_id, user_ids] of left) this.#save(organization_id, user_ids, now)
  }

  /** Says of those who did not come back that they are gone. */
  #leave(): void {
    for (const [key, member] of this.#leaving) {
      if (this.app.clock.elapsed() - member.since < leavingWithin) continue
      this.#leaving.delete(key)
      this.#announce(member)
    }
  }

  #save(organization_id: number, user_ids: readonly number[], now: number): void {
    inTransaction(this.app.pool, { readOnly: false, organization_id }, tx =>
      this.questions.saveLastSeen(tx, organization_id, user_ids, new Date(now).toISOString()),
    ).catch(this.#failures)
  }

  #watch(connection: Connection, chat_ids: readonly number[]): void {
    const known = this.#watches.get(connection)
    if (chat_ids.length === 0 && !known) return
    const watch = known ?? { chat_ids, isAsking: false, isStale: false, user_ids: new Set<number>() }
    this.#watches.set(connection, watch)
    watch.chat_ids = chat_ids
    this.#ask(connection, watch)
  }

  /** Asks for the people of the watched chats. Of several requests meanwhile only the newest is answered. */
  #ask(connection: Connection, watch: Watch): void {
    watch.isStale = true
    if (watch.isAsking) return
    watch.isAsking = true
    this.#asking
      .run(keyOf(connection), async () => {
        while (watch.isStale && this.#watches.get(connection) === watch) {
          watch.isStale = false
          const people = await this.#peopleOf(connection, watch.chat_ids)
          if (!watch.isStale && this.#watches.get(connection) === watch) this.#answer(connection, watch, people)
        }
      })
      .catch(this.#failures)
      .finally(() => {
        watch.isAsking = false
      })
  }

  async #peopleOf(
    { organization_id, user_id }: Member,
    chat_ids: readonly number[],
  ): Promise<ReadonlyMap<number, string | null>> {
    if (chat_ids.length === 0) return new Map()
    const now = new Date(this.app.clock.now()).toISOString()
    return inTransaction(this.app.pool, { readOnly: true, organization_id, user_id }, tx =>
      this.questions.peopleOfChats(tx, { organization_id, user_id, now }, chat_ids),
    )
  }

  #answer(connection: Connection, watch: Watch, found: ReadonlyMap<number, string | null>): void {
    const { organization_id } = connection
    this.#stopWatching(connection, watch)
    const people = [...found].slice(0, presenceLimits.people)
    watch.user_ids = new Set(people.map(([user_id]) => user_id))
    for (const user_id of watch.user_ids) {
      const key = keyOf({ organization_id, user_id })
      this.#watchers.set(key, (this.#watchers.get(key) ?? new Set()).add(connection))
    }
    const now = this.app.clock.now()
    connection.send({
      event: 'presence',
      people: people.map(([user_id, seen]): PersonPresence => {
        const state = this.#known.get(keyOf({ organization_id, user_id }))?.told ?? 'offline'
        return { user_id, state, seen_at: state === 'offline' ? coarsely(seen, now) : null }
      }),
    })
  }

  /** Whoever shows this chat may have lost or gained people of it. */
  #askAgain(organization_id: number, chat_id: number): void {
    for (const [connection, watch] of this.#watches)
      if (connection.organization_id === organization_id && watch.chat_ids.includes(chat_id))
        this.#ask(connection, watch)
  }

  #unwatch(connection: Connection): void {
    const watch = this.#watches.get(connection)
    if (!watch) return
    this.#watches.delete(connection)
    this.#stopWatching(connection, watch)
  }

  #stopWatching(connection: Connection, { user_ids }: Watch): void {
    const { organization_id } = connection
    for (const user_id of user_ids) {
      const key = keyOf({ organization_id, user_id })
      const watchers = this.#watchers.get(key)
      watchers?.delete(connection)
      if (watchers?.size === 0) this.#watchers.delete(key)
    }
  }
}
