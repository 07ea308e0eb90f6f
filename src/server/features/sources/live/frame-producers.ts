import type { Source } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../../platform/app-context'
import type { FeedOrder, ScreenStatus } from '../../../platform/bus'
import { runAsSystem } from '../../../platform/run-as'
import { readersOf } from '../access-store'
import { audienceFrom } from '../audience'
import { storeSince } from '../screens-store'
import { CameraProducer } from './camera-producer'
import type { FrameProducer, Picture } from './picture'
import { SharedScreen } from './shared-screen'

export interface ProducerEvents {
  picture(source: Source, picture: Picture): void
  /** The state of a screen changed at this node. */
  status(source: Source): void
  /** Whether the screen is shared at another node, too. */
  isSharedElsewhere(source: Source): boolean
  /** The data of a source that its permitted viewers see has changed. */
  changed(source: Source): Promise<void>
  /** Tracks background work, and logs its failures. */
  run(work: Promise<unknown>): void
}

/** The producers of an organisation: shared screens, and cameras with viewers. */
export class FrameProducers {
  readonly #screens = new Map<number, SharedScreen>()
  readonly #cameras = new Map<number, CameraProducer>()

  constructor(
    private readonly app: AppContext,
    private readonly organization_id: number,
    private readonly events: ProducerEvents,
  ) {}

  get isIdle(): boolean {
    return this.#cameras.size === 0 && [...this.#screens.values()].every(screen => screen.status.state === 'off')
  }

  /** The sharing state of a screen; null if it is not shared. */
  sharing(user_id: number): ScreenStatus | null {
    const status = this.#screens.get(user_id)?.status
    return status && status.state !== 'off' ? status : null
  }

  /** The people whose screens are shared. */
  get sharers(): number[] {
    return [...this.#screens].flatMap(([user_id, { status }]) => (status.state === 'off' ? [] : [user_id]))
  }

  of(source: Source): FrameProducer {
    return source.kind === 'screen' ? this.screen(source.user_id) : this.#camera(source.camera_id)
  }

  screen(user_id: number): SharedScreen {
    const known = this.#screens.get(user_id)
    if (known) return known
    const source = { kind: 'screen', user_id } as const
    let told = Promise.resolve()
    const made = new SharedScreen(this.app, this.organization_id, user_id, {
      picture: picture => this.events.picture(source, picture),
      changed: (was, is) => {
        this.events.status(source)
        const isElsewhere = this.events.isSharedElsewhere(source)
        const isStartOrStop = (was.state === 'off') !== (is.state === 'off') && !isElsewhere
        const telling = told.then(() =>
          isStartOrStop ? this.#startedOrStopped(source, was, is) : this.events.changed(source),
        )
        told = telling.catch(() => {})
        this.events.run(telling)
      },
    })
    this.#screens.set(user_id, made)
    return made
  }

  /** Somebody reported from a computer at another node. */
  returnedElsewhere(user_id: number): void {
    this.#screens.get(user_id)?.returnedElsewhere()
  }

  /** A request of a person to their computers, which they made at another node. */
  forwardToDevices(user_id: number, order: FeedOrder): void {
    this.#screens.get(user_id)?.forwardToDevices(null, order)
  }

  /** The address of a camera may have changed. */
  cameraChanged(camera_id: number): void {
    this.#cameras.get(camera_id)?.changed()
  }

  async close(): Promise<void> {
    for (const screen of this.#screens.values()) screen.end()
    await Promise.all([...this.#cameras.values()].map(camera => camera.close()))
  }

  #camera(camera_id: number): CameraProducer {
    const known = this.#cameras.get(camera_id)
    if (known) return known
    const source = { kind: 'camera', camera_id } as const
    const made = new CameraProducer(this.app, this.organization_id, camera_id, {
      picture: picture => this.events.picture(source, picture),
      changed: () => this.events.run(this.events.changed(source)),
      closed: () => this.#cameras.delete(camera_id),
      run: this.events.run,
    })
    this.#cameras.set(camera_id, made)
    return made
  }

  /** A start or stop is an event of the organisation; other changes are only sent to connected clients. */
  async #startedOrStopped(source: Source & { kind: 'screen' }, was: ScreenStatus, is: ScreenStatus): Promise<void> {
    const { organization_id } = this
    const { user_id } = source
    const isStart = was.state === 'off'
    await runAsSystem(this.app, organization_id, async ctx => {
      await storeSince(ctx.tx, organization_id, user_id, is.since ?? ctx.now)
      const audience = audienceFrom(await readersOf(ctx.tx, organization_id, source, ctx.now))
      ctx.record({ kind: isStart ? 'screen.started' : 'screen.stopped', user_id }, audience, user_id)
      await ctx.audit({
        kind: isStart ? 'screen.sharing_started' : 'screen.sharing_stopped',
        subject: `screen:${user_id}`,
        actor_id: user_id,
        details: { what: isStart ? is.what : was.what },
      })
    })
  }
}
