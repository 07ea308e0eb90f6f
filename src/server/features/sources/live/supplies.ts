import type { Source } from '#shared/contract/sources'
import { actAlone } from '../../../platform/acting'
import type { House } from '../../../platform/house'
import { readersOf } from '../access-store'
import { audienceFrom } from '../audience'
import { noteSince } from '../screens-store'
import { CameraSupply } from './camera-supply'
import type { Picture, Supply } from './picture'
import { SharedScreen, type Status } from './shared-screen'

export interface SupplyEvents {
  picture(source: Source, picture: Picture): void
  /** What those who may see a source are told of it is different. */
  changed(source: Source): Promise<void>
  /** Keeps track of what runs by itself, and logs its failures. */
  run(work: Promise<unknown>): void
}

/** Where the pictures of an organisation come from: screens that are shared, and cameras that somebody looks at. */
export class Supplies {
  readonly #screens = new Map<number, SharedScreen>()
  readonly #cameras = new Map<number, CameraSupply>()

  constructor(
    private readonly house: House,
    private readonly organization_id: number,
    private readonly events: SupplyEvents,
  ) {}

  get isIdle(): boolean {
    return this.#cameras.size === 0 && [...this.#screens.values()].every(one => one.status.state === 'off')
  }

  /** How a screen is shared; null when it is not. */
  sharing(user_id: number): Status | null {
    const status = this.#screens.get(user_id)?.status
    return status && status.state !== 'off' ? status : null
  }

  of(source: Source): Supply {
    return source.kind === 'screen' ? this.screen(source.user_id) : this.#camera(source.camera_id)
  }

  screen(user_id: number): SharedScreen {
    const known = this.#screens.get(user_id)
    if (known) return known
    const source = { kind: 'screen', user_id } as const
    let told = Promise.resolve()
    const made = new SharedScreen(this.house, this.organization_id, user_id, {
      picture: picture => this.events.picture(source, picture),
      changed: (was, is) => {
        const telling = told.then(() => this.#screenChanged(source, was, is))
        told = telling.catch(() => {})
        this.events.run(telling)
      },
    })
    this.#screens.set(user_id, made)
    return made
  }

  /** A camera may have another address now. */
  cameraChanged(camera_id: number): void {
    this.#cameras.get(camera_id)?.changed()
  }

  async close(): Promise<void> {
    for (const screen of this.#screens.values()) screen.end()
    await Promise.all([...this.#cameras.values()].map(camera => camera.close()))
  }

  #camera(camera_id: number): CameraSupply {
    const known = this.#cameras.get(camera_id)
    if (known) return known
    const source = { kind: 'camera', camera_id } as const
    const made = new CameraSupply(this.house, this.organization_id, camera_id, {
      picture: picture => this.events.picture(source, picture),
      changed: () => this.events.run(this.events.changed(source)),
      closed: () => this.#cameras.delete(camera_id),
      run: this.events.run,
    })
    this.#cameras.set(camera_id, made)
    return made
  }

  /** A start or stop is an event of the organisation; what lies between is told to those who are there. */
  async #screenChanged(source: Source & { kind: 'screen' }, was: Status, is: Status): Promise<void> {
    const { organization_id } = this
    const { user_id } = source
    if ((was.state === 'off') === (is.state === 'off')) return this.events.changed(source)
    const isStart = was.state === 'off'
    await actAlone(this.house, organization_id, async at => {
      await noteSince(at.tx, organization_id, user_id, is.since ?? at.now)
      const audience = audienceFrom(await readersOf(at.tx, organization_id, source, at.now))
      at.record({ kind: isStart ? 'screen.started' : 'screen.stopped', user_id }, audience, user_id)
      await at.audit({
        kind: isStart ? 'screen.sharing_started' : 'screen.sharing_stopped',
        subject: `screen:${user_id}`,
        actor_id: user_id,
        details: { what: isStart ? is.what : was.what },
      })
    })
  }
}
