import type { Source, SourceTrouble } from '#shared/contract/sources/endpoints'
import { capture } from '#shared/contract/sources/limits'
import type { AppContext } from '../../../platform/app-context'
import { openCamera } from '../../../platform/media/camera'
import { findFfmpeg } from '../../../platform/media/find-ffmpeg'
import { readAsSystem, runAsSystem } from '../../../platform/run-as'
import { unseal } from '../address'
import * as store from '../cameras-store'
import { allowedNetworks } from '../networks/networks-store'
import { pictureType } from '../uploads-service'
import { type FrameProducer, newKey, type Picture } from './picture'

/** A camera stays open this long after its last viewer, because people return. */
const closeDelay = 5_000

export interface CameraEvents {
  picture(picture: Picture): void
  /** Pictures start or stop coming. */
  changed(): void
  closed(): void
  run(work: Promise<unknown>): void
}

/** Fetches a camera while somebody watches, and a little longer [D35]. */
export class CameraProducer implements FrameProducer {
  readonly #source: Source
  #camera: { close(): Promise<void> } | null = null
  /** Opening, closing and reporting happen one after another. */
  #queue: Promise<unknown> = Promise.resolve()
  #isWanted = false
  #isStoring = false
  #cancelClose: (() => void) | null = null
  #hasEnded = false

  constructor(
    private readonly app: AppContext,
    private readonly organization_id: number,
    private readonly camera_id: number,
    private readonly events: CameraEvents,
  ) {
    this.#source = { kind: 'camera', camera_id }
  }

  want(wanted: boolean): void {
    this.#cancelClose?.()
    this.#cancelClose = null
    if (wanted && !this.#isWanted) this.#next(() => this.#open())
    if (!wanted) this.#cancelClose = this.app.clock.after(closeDelay, () => this.#end())
    this.#isWanted = wanted
  }

  /** Its address may have changed, or it may be deleted. */
  changed(): void {
    this.#next(async () => {
      await this.#shut()
      await this.#open()
    })
  }

  async close(): Promise<void> {
    this.#cancelClose?.()
    this.#end()
    await this.#queue
  }

  #next(work: () => Promise<unknown>): void {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => {})
    this.events.run(done)
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.events.closed()
    this.#next(() => this.#shut())
  }

  async #open(): Promise<void> {
    if (this.#camera || this.#hasEnded) return
    const { app, organization_id, camera_id } = this
    const [found, allowed] = await readAsSystem(app, organization_id, ({ tx }) =>
      Promise.all([store.addressOf(tx, organization_id, camera_id), allowedNetworks({ app, tx, organization_id })]),
    )
    if (!found) return
    const { clock, log } = app
    this.#camera = openCamera(
      unseal(app, organization_id, found.address),
      found.kind,
      {
        frame: jpeg => this.#taken(jpeg),
        trouble: trouble => this.#next(() => this.#storeTrouble(trouble)),
      },
      { clock, log, every: capture.atMostEvery, allowed, ffmpeg: findFfmpeg() },
    )
  }

  async #shut(): Promise<void> {
    const camera = this.#camera
    this.#camera = null
    await camera?.close()
  }

  async #storeTrouble(trouble: SourceTrouble | null): Promise<void> {
    const { app, organization_id, camera_id } = this
    const isNews = await runAsSystem(app, organization_id, ({ tx, now }) =>
      store.storeTrouble(tx, organization_id, camera_id, { trouble, now }),
    )
    if (isNews) this.events.changed()
  }

  /** Skips a picture that arrives while the previous one is being stored, and one that nobody watches. */
  #taken(jpeg: Buffer): void {
    if (!this.#isWanted || this.#isStoring) return
    this.#isStoring = true
    const { app, organization_id } = this
    const now = app.clock.now()
    const { id, key } = newKey(organization_id, this.#source, now)
    const frame = {
      id,
      source: this.#source,
      taken_at: new Date(now).toISOString(),
      object_key: key,
      bytes: jpeg.length,
    }
    this.events.run(
      app.objects
        .put(key, jpeg, pictureType)
        .then(() => this.events.picture({ frame }))
        .finally(() => {
          this.#isStoring = false
        }),
    )
  }
}
