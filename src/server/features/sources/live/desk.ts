import type { Frame, Source, Viewer } from '#shared/contract/sources'
import type { StoredEvent } from '../../../platform/events'
import { type House, perHouse } from '../../../platform/house'
import { changesMembership } from '../../../platform/identity'
import { Room } from './room'
import type { Status } from './shared-screen'

/** How often rights are asked for without being told of a change, because the bus may lose what it says. */
const lookAgain = 15_000

/** The rooms of all organisations, and what they must hear of. */
export class Desk {
  readonly #rooms = new Map<number, Room>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #endings: (() => void)[]

  constructor(private readonly house: House) {
    this.#endings = [
      house.bus.subscribe(news => {
        const room = news.topic === 'events' && this.#rooms.get(news.organization_id)
        if (room) hear(room, news.events)
      }),
      house.clock.every(lookAgain, () => {
        for (const room of this.#rooms.values()) if (room.viewers.length > 0) room.check()
      }),
    ]
  }

  room(organization_id: number): Room {
    const known = this.#rooms.get(organization_id)
    if (known) return known
    const made = new Room(this.house, organization_id, work => this.#run(work))
    this.#rooms.set(organization_id, made)
    return made
  }

  /** Forgets rooms in which nothing goes on. */
  tidy(): void {
    for (const [organization_id, room] of this.#rooms) if (room.isIdle) this.#rooms.delete(organization_id)
  }

  viewers(organization_id: number): { source: Source; users: Viewer[] }[] {
    return this.#rooms.get(organization_id)?.viewers ?? []
  }

  /** How somebody's screen is shared; null when it is not. */
  sharing(organization_id: number, user_id: number): Status | null {
    return this.#rooms.get(organization_id)?.sharing(user_id) ?? null
  }

  /** Ends everything, once what is under way is done. */
  async close(): Promise<void> {
    for (const end of this.#endings) end()
    await Promise.all([...this.#rooms.values()].map(room => room.close()))
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #run(work: Promise<unknown>): void {
    const logged = work
      .catch(error => this.house.log.error({ err: error }, 'Something went wrong with a source.'))
      .finally(() => this.#running.delete(logged))
    this.#running.add(logged)
  }
}

function hear(room: Room, events: readonly StoredEvent[]): void {
  let mayChangeRights = false
  for (const { event, audience } of events) {
    switch (event.kind) {
      case 'camera.changed':
      case 'camera.deleted':
        room.cameraChanged(event.camera_id)
        room.tellChanged(audience)
        mayChangeRights = true
        break
      case 'screen.access_changed':
        room.tellChanged(audience)
        mayChangeRights = true
        break
      case 'screen.started':
      case 'screen.stopped':
        room.tellChanged(audience)
        break
      case 'member.removed':
        room.removed(event.user_id)
        mayChangeRights = true
        break
      default:
        if (!changesMembership(event)) break
        room.tellChanged('user_id' in event ? { to: 'users', user_ids: [event.user_id] } : { to: 'organisation' })
        mayChangeRights = true
    }
  }
  if (mayChangeRights) room.check()
}

export const sourceDesk = perHouse(house => new Desk(house))

/**
 * One picture of a source as it is now, for a job: the sharer and all who may see the source are told that it looks. Serves
 * together with everybody else who looks, so that a source is asked no more often than once a second. Whether the job may look is
 * for its caller to know. Throws {@link NoPicture}.
 */
export async function captureNow(
  house: House,
  { organization_id, source, job }: { organization_id: number; source: Source; job: { job_id: number; name: string } },
): Promise<Frame> {
  const desk = sourceDesk(house)
  try {
    return await desk.room(organization_id).captureNow(source, job)
  } finally {
    desk.tidy()
  }
}
