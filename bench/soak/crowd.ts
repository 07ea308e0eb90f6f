import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { addCamera } from '#shared/contract/sources/cameras'
import { changePermission, type Source } from '#shared/contract/sources/endpoints'
import type { Actor } from '../../test/actor'
import { Encoder } from '../feed/encoder'
import { Onlooker } from '../feed/onlooker'
import { screenPixels } from '../feed/screen'
import { Sharer } from '../feed/sharer'
import { feedOf, screenOf } from '../feed/workspace'
import type { SoakCamera } from './cameras'

const pingEvery = 60_000
/** How many come and go at the same time. */
const comersAndGoers = 6
const rightsChangeEvery = 3_000
/** How often one computer loses its connection, in milliseconds. */
const sharerVanishesEvery = 20_000

const between = (least: number, most: number) => least + Math.random() * (most - least)

/** Counts of what the crowd did. */
export interface Deeds {
  pictures: number
  /** Pictures of the desktop app, seen by the one who stays. */
  fromDesktop: number
  visits: number
  changes: number
  vanished: number
  /** Unexpected events. */
  failures: string[]
}

/** The users of the server meanwhile: those who share, who stay, who come and go, and whose rights change. */
export class Crowd {
  readonly deeds: Deeds = { pictures: 0, fromDesktop: 0, visits: 0, changes: 0, vanished: 0, failures: [] }
  readonly #leaving = new AbortController()
  readonly #running: Promise<void>[] = []
  readonly #endings: (() => Promise<void>)[] = []

  private constructor(
    /** The first one owns the workspace, and sees everything. */
    private readonly people: readonly [Actor, ...Actor[]],
    private readonly sources: readonly Source[],
    private readonly cameraIds: readonly number[],
  ) {
    // All running loops listen for it.
    setMaxListeners(0, this.#leaving.signal)
  }

  /** @param sharing how many of the people after the owner share their screens */
  static async open(
    people: readonly [Actor, ...Actor[]],
    cameras: readonly [seldom: SoakCamera, ...SoakCamera[]],
    { sharing, desktop }: { sharing: number; desktop: Source | null },
  ): Promise<Crowd> {
    const [owner] = people
    const cameraIds: number[] = []
    for (const { name, address } of cameras) {
      cameraIds.push((await owner.call(addCamera, { name, url: address })).camera_id)
    }
    const sharers = people.slice(1, 1 + sharing)
    const [seldom, ...ofCameras] = cameraIds.map((camera_id): Source => ({ kind: 'camera', camera_id }))
    const crowd = new Crowd(people, [...ofCameras, ...sharers.map(screenOf)], cameraIds)
    await crowd.#share(sharers)
    await crowd.#stay(owner, desktop)
    for (let visitor = 0; visitor < comersAndGoers; visitor++) crowd.#again(() => crowd.#visit())
    if (seldom) await crowd.#glance(owner, seldom)
    crowd.#again(() => crowd.#changeRights(sharers))
    return crowd
  }

  /** Ends all users. */
  async leave(): Promise<void> {
    this.#leaving.abort()
    await Promise.all(this.#running)
    for (const end of this.#endings) await end()
  }

  /** Repeats work until the end. */
  #again(work: () => Promise<void>): void {
    const run = async () => {
      while (!this.#leaving.signal.aborted) {
        await work().catch(error => {
          if (!this.#leaving.signal.aborted) this.deeds.failures.push(String(error))
        })
      }
    }
    this.#running.push(run())
  }

  /** Ends early with all others. */
  #wait(milliseconds: number): Promise<void> {
    return delay(milliseconds, undefined, { signal: this.#leaving.signal }).catch(() => {})
  }

  async #share(sharers: readonly Actor[]): Promise<void> {
    const encoder = new Encoder()
    const pictures = [await encoder.encode(screenPixels(0)), await encoder.encode(screenPixels(1))]
    encoder.close()
    let taken = 0
    const take = async () => {
      taken += 1
      return pictures[taken % pictures.length] ?? Buffer.alloc(0)
    }
    const open: Sharer[] = []
    for (const sharer of sharers) open.push(await Sharer.open(feedOf(sharer), take))
    this.#endings.push(() => Promise.all(open.map(sharer => sharer.leave())).then(() => {}))
    this.#again(async () => {
      await this.#wait(pingEvery)
      for (const sharer of open) {
        sharer.ping()
        sharer.askedAt.clear()
      }
    })
    const [unsteady] = open
    this.#again(async () => {
      await this.#wait(sharerVanishesEvery)
      if (this.#leaving.signal.aborted || !unsteady) return
      await unsteady.vanish()
      await this.#wait(between(100, 3_000))
      await unsteady.connect()
      this.deeds.vanished += 1
    })
  }

  /** Somebody who watches everything until the end. */
  async #stay(owner: Actor, desktop: Source | null): Promise<void> {
    const onlooker = await Onlooker.open(feedOf(owner))
    for (const source of this.sources) onlooker.watch(source, seen => this.#count(seen))
    if (desktop) {
      onlooker.watch(desktop, seen => {
        this.deeds.fromDesktop += 1
        this.#count(seen)
      })
    }
    this.#again(async () => {
      await this.#wait(pingEvery)
      onlooker.ping()
    })
    this.#endings.push(() => onlooker.leave())
  }

  /** Somebody stops watching at any moment, also while a picture is being stored, and nobody else watches. */
  async #glance(owner: Actor, source: Source): Promise<void> {
    const onlooker = await Onlooker.open(feedOf(owner))
    this.#again(async () => {
      onlooker.watch(source, seen => this.#count(seen))
      await this.#wait(between(200, 1_500))
      onlooker.unwatch(source)
      await this.#wait(between(0, 300))
    })
    this.#endings.push(() => onlooker.leave())
  }

  /** Somebody comes, watches some sources, and leaves in one of several ways. */
  async #visit(): Promise<void> {
    const who = this.people[Math.floor(between(1, this.people.length))] ?? this.people[0]
    const onlooker = await Onlooker.open(feedOf(who))
    const some = this.sources.filter(() => Math.random() < 0.3)
    for (const source of some) onlooker.watch(source, seen => this.#count(seen))
    await this.#wait(between(300, 6_000))
    const way = Math.random()
    if (way < 0.4) for (const source of some) onlooker.unwatch(source)
    await (way < 0.7 ? onlooker.leave() : onlooker.vanish())
    this.deeds.visits += 1
  }

  /** The owner lets everybody see a camera, or some, or nobody; somebody who shares does the same with their screen. */
  async #changeRights(sharers: readonly Actor[]): Promise<void> {
    await this.#wait(rightsChangeEvery)
    const [owner, ...others] = this.people
    const some = others.filter(() => Math.random() < 0.5).map(other => other.user_id)
    const camera_id = this.cameraIds[this.deeds.changes % this.cameraIds.length]
    await owner.call(changePermission, { camera_id, organisation: Math.random() < 0.5, user_ids: some })
    const sharer = sharers[this.deeds.changes % sharers.length]
    await sharer?.call(changePermission, { is_my_screen_accessible_to_org: Math.random() < 0.5, user_ids: some })
    this.deeds.changes += 1
  }

  #count(seen: unknown): void {
    // A picture may be removed while it is loaded, but never before it is minutes old.
    if (seen instanceof Error) {
      if (!this.#leaving.signal.aborted) this.deeds.failures.push(seen.message)
    } else this.deeds.pictures += 1
  }
}
