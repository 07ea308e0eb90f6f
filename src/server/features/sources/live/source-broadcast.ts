import type { Frame, Source, Viewer } from '#shared/contract/sources/endpoints'
import { capture } from '#shared/contract/sources/limits'
import type { AppContext } from '../../../platform/app-context'
import type { StoredPicture } from '../../../platform/bus'
import type { Readers } from '../../../platform/live/audiences'
import type { Connection } from '../../../platform/live/connection'
import { runAsSystem } from '../../../platform/run-as'
import { auditedName } from '../cameras-store'
import { frameFrom } from '../frame-from'
import { type FrameViewer, idOf, insertFrame, insertViews } from '../frames-store'
import { onceEach } from './feed-parts'
import { discardPicture, type FrameProducer, NoPicture, type Picture } from './picture'

/** How long a viewer who needs one picture waits for it. */
const waitTimeout = 10_000

export type PersonViewer = Viewer & { user_id: number }
export type JobViewer = Viewer & { job_id: number }

interface Waiting {
  resolve(frame: Frame): void
  stopWaiting(): void
}

/** Those who are shown a picture. */
interface Audience {
  shownTo: readonly Connection[]
  waiting: readonly Waiting[]
  onlookers: readonly FrameViewer[]
}

/** What a broadcast causes. */
interface BroadcastEvents {
  /** A producer ends some time after it was wanted, while somebody may still follow the source. */
  producer(): FrameProducer
  /** A picture of this node was stored. */
  stored(picture: StoredPicture): void
}

/** A source with viewers: who of them are at this node, and what they are shown. */
export class SourceBroadcast {
  /** Who may watch, as last checked. */
  readers: Readers = { everyone: false, user_ids: new Set(), until: null }
  readonly #viewers = new Map<Connection, PersonViewer>()
  /** The viewers for whom no picture is taken. */
  readonly #followers = new Set<Connection>()
  readonly #jobs = new Set<JobViewer>()
  #wantedSince: string | null = null
  /** Whether this node takes the pictures. */
  #isProducing = false
  #waiting: readonly Waiting[] = []
  #last: { frame: Frame; at: number } | null = null
  #keeping: Promise<void> = Promise.resolve()
  /** The newest picture of another node that is still to be shown. */
  #next: StoredPicture | null = null
  /** Whether the audit log has an entry for the current sequence of pictures. */
  #isNoted = false

  constructor(
    private readonly app: AppContext,
    private readonly organization_id: number,
    readonly source: Source,
    private readonly events: BroadcastEvents,
  ) {}

  get isEmpty(): boolean {
    return this.#viewers.size === 0 && this.#jobs.size === 0
  }

  /** The viewers at this node, as {@link onceEach}. */
  get viewers(): Viewer[] {
    return onceEach([...this.#viewers.values(), ...this.#jobs])
  }

  /** Since when pictures are wanted for somebody at this node; null while they are not. */
  get wantedSince(): string | null {
    return this.#wantedSince
  }

  get connections(): Connection[] {
    return [...this.#viewers.keys()]
  }

  mayRead(user_id: number): boolean {
    return this.readers.everyone || this.readers.user_ids.has(user_id)
  }

  join(connection: Connection, viewer: PersonViewer, causesPictures: boolean): void {
    this.#viewers.set(connection, viewer)
    if (!causesPictures) this.#followers.add(connection)
    this.#changed()
  }

  /** Returns whether they were watching. */
  leave(connection: Connection): boolean {
    const left = this.#viewers.delete(connection)
    this.#followers.delete(connection)
    this.#changed()
    return left
  }

  joinJob(job: JobViewer): void {
    this.#jobs.add(job)
    this.#changed()
  }

  leaveJob(job: JobViewer): void {
    this.#jobs.delete(job)
    this.#changed()
  }

  #changed(): void {
    const isWanted = this.#viewers.size > this.#followers.size || this.#jobs.size > 0
    if (!isWanted) this.#wantedSince = null
    else this.#wantedSince ??= new Date(this.app.clock.now()).toISOString()
  }

  /** Begins or ends to take pictures here. */
  produce(isProducing: boolean): void {
    if (this.#isProducing === isProducing) return
    this.#isProducing = isProducing
    this.events.producer().want(isProducing)
  }

  /** The next picture for a job, or the last one if another may not be requested yet. */
  async next({ job_id, name }: JobViewer): Promise<Frame> {
    const last = this.#last
    if (last && this.app.clock.elapsed() - last.at < capture.atMostEvery) {
      const { organization_id } = this
      await runAsSystem(this.app, organization_id, ({ tx, now }) =>
        insertViews(tx, organization_id, { frame_ids: [last.frame.id], onlookers: [{ job_id, name }], at: now }),
      )
      return last.frame
    }
    return new Promise((resolve, reject) => {
      const stopWaiting = this.app.clock.after(waitTimeout, () => {
        this.#waiting = this.#waiting.filter(other => other !== waiting)
        reject(new NoPicture('no_answer'))
      })
      const waiting: Waiting = { resolve, stopWaiting }
      this.#waiting = [...this.#waiting, waiting]
    })
  }

  /** Stores a picture and shows it to the viewers. One after another, so that nobody ends with an older one. */
  store(picture: Picture): Promise<void> {
    this.#keeping = this.#keeping.then(() => this.#storeOrDiscard(picture))
    return this.#keeping
  }

  async #storeOrDiscard(picture: Picture): Promise<void> {
    const isKept = await this.#store(picture).catch(error => {
      this.app.log.error({ err: error }, 'A picture could not be stored.')
      return false
    })
    if (!isKept) await discardPicture(this.app, picture)
  }

  async #store({ frame, claim }: Picture): Promise<boolean> {
    const { organization_id, source, app } = this
    if (!this.#isProducing) return false
    const audience = this.#audience()
    const isKept = await runAsSystem(app, organization_id, async ctx => {
      if (claim && !(await claim(ctx))) return false
      await insertFrame(ctx.tx, organization_id, frame, audience.onlookers)
      if (!this.#isNoted) await ctx.audit(captured(source, frame.id, await auditedName(ctx, source)))
      return true
    })
    if (!isKept) return false
    this.#isNoted = true
    const { id, object_key, taken_at } = frame
    this.events.stored({ id, source, object_key, taken_at })
    await this.#send({ id, source, object_key, taken_at }, audience)
    return true
  }

  /**
   * Shows a picture that another node stored to the viewers here. Of several that come while one is being shown, only the
   * newest is.
   */
  async show(picture: StoredPicture): Promise<void> {
    const isWaiting = this.#next !== null
    this.#next = picture
    if (isWaiting) return
    this.#keeping = this.#keeping.then(() => this.#showNext())
    await this.#keeping
  }

  async #showNext(): Promise<void> {
    const picture = this.#next
    this.#next = null
    if (!picture || this.isEmpty) return
    const audience = this.#audience()
    const { organization_id, app } = this
    const about = { frame_ids: [picture.id], onlookers: audience.onlookers, at: picture.taken_at }
    await runAsSystem(app, organization_id, ({ tx }) => insertViews(tx, organization_id, about)).then(
      () => this.#send(picture, audience),
      error => app.log.error({ err: error }, 'A picture of another node could not be shown.'),
    )
  }

  /** Those who are shown the next picture; who comes meanwhile is not, because that is not recorded. */
  #audience(): Audience {
    return { shownTo: this.connections, waiting: this.#waiting, onlookers: this.#onlookers() }
  }

  async #send({ id, object_key, taken_at }: StoredPicture, { shownTo, waiting }: Audience): Promise<void> {
    const { source, app } = this
    const row = { id, object_key, taken_at, source_kind: source.kind, source_id: idOf(source), kept: false }
    const shown = await frameFrom(app, row)
    this.#last = { frame: shown, at: app.clock.elapsed() }
    const text = JSON.stringify({ event: 'frame', source, id, url: shown.url, taken_at })
    for (const connection of shownTo) if (this.#viewers.has(connection)) connection.sendText(text)
    for (const { resolve, stopWaiting } of waiting) {
      stopWaiting()
      resolve(shown)
    }
    this.#waiting = this.#waiting.filter(other => !waiting.includes(other))
  }

  /** The viewers that are recorded for a picture; viewing one's own screen is not recorded. */
  #onlookers(): FrameViewer[] {
    const { source } = this
    return this.viewers.flatMap(({ user_id, job_id, name }): FrameViewer[] => {
      if (user_id !== null) return source.kind === 'screen' && source.user_id === user_id ? [] : [{ user_id }]
      return job_id === null ? [] : [{ job_id, name }]
    })
  }
}

/** The audit entry for an uninterrupted sequence of pictures; `frames` holds each picture with its viewers. */
function captured(source: Source, frame_id: string, named: { name?: string }) {
  return {
    kind: `${source.kind}.captured` as const,
    subject: `${source.kind}:${idOf(source)}`,
    details: { ...named, first_frame_id: frame_id },
  }
}
