import type { SharingState, Source } from '#shared/contract/sources/endpoints'
import { capture, feed, frames } from '#shared/contract/sources/limits'
import { sockets } from '#shared/limits'
import type { AppContext } from '../../../platform/app-context'
import type { FeedOrder, ScreenStatus } from '../../../platform/bus'
import type { Connection } from '../../../platform/live/connection'
import { runAsSystem } from '../../../platform/run-as'
import { makeGrant } from '../uploads-service'
import { useGrant } from '../uploads-store'
import { Devices } from './devices'
import { type FrameProducer, folderOf, type Picture } from './picture'

/** How long a desktop has to answer. */
const answerTimeout = 10_000
/** How long a disconnected desktop is expected to return [9.5]. */
const returnTimeout = feed.reconnectDelay + sockets.pongWait
const jpegBeginning = Buffer.from([0xff, 0xd8, 0xff])
/** The part of a picture's key after the folder of its source: the day and its id. */
const dayAndId = /^\/\d{4}\/\d\d\/\d\d\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jpg$/

interface ScreenshotRequest {
  id: string
  connection: Connection
  /** An ISO instant. Permissions granted before it are no answer. */
  at: string
}

export interface ScreenEvents {
  changed(was: ScreenStatus, is: ScreenStatus): void
  picture(picture: Picture): void
}

/** One person's screen: their computers, and the requests to them [D32]. */
export class SharedScreen implements FrameProducer {
  readonly #source: Source
  readonly #devices = new Devices()
  #status: ScreenStatus = { state: 'off', since: null, what: null }
  #wanted = false
  #pendingRequest: ScreenshotRequest | null = null
  #requestedAt = Number.NEGATIVE_INFINITY
  #cancelNext: (() => void) | null = null
  #cancelReturn: (() => void) | null = null

  constructor(
    private readonly app: AppContext,
    private readonly organization_id: number,
    readonly user_id: number,
    private readonly events: ScreenEvents,
  ) {
    this.#source = { kind: 'screen', user_id }
  }

  get status(): ScreenStatus {
    return this.#status
  }

  say(connection: Connection, state: SharingState, what: string | null): void {
    this.#cancelReturn?.()
    this.#devices.say(connection, state, what)
    this.#settle()
  }

  /** A connection closed; unless that is for good, its device may return. */
  lost(connection: Connection, forGood: boolean): void {
    if (this.#devices.lost(connection, forGood)) {
      this.#cancelReturn?.()
      this.#cancelReturn = this.app.clock.after(returnTimeout, () => {
        this.#devices.removeLost()
        this.#settle()
      })
    }
    this.#settle()
  }

  /** The person reported from a computer at another node, so the ones that were lost here have returned there. */
  returnedElsewhere(): void {
    this.#cancelReturn?.()
    this.#devices.removeLost()
    this.#settle()
  }

  /** The person left the organisation, or the server stops. */
  end(): void {
    this.#cancelReturn?.()
    this.#devices.removeAll()
    this.#settle()
  }

  /** Forwards a request that the person made on another of their computers; null for one at another node. */
  forwardToDevices(from: Connection | null, frame: FeedOrder): void {
    const which = frame.event === 'resume_sharing' ? 'paused' : null
    for (const connection of this.#devices.connectionsBeside(from, which)) connection.send(frame)
  }

  want(wanted: boolean): void {
    this.#wanted = wanted
    // An answer that still arrives is discarded.
    if (!wanted) this.#pendingRequest = null
    this.#next()
  }

  /** Handles an answer. Answers to unknown requests, and those that do not match their request, are ignored. */
  async answered(connection: Connection, { id, url }: { id: string; url: string }): Promise<void> {
    const asked = this.#pendingRequest
    if (!asked || asked.id !== id || asked.connection !== connection) return
    const reported = this.#reported(url)
    if (!reported) return
    const found = await this.app.objects.peek(reported.key, jpegBeginning.length).catch(error => {
      this.app.log.debug({ err: error }, 'A picture that a desktop reported is not in the store.')
      return null
    })
    if (!found || this.#pendingRequest !== asked) return
    this.#pendingRequest = null
    const isPicture = found.size <= frames.bytes && found.beginning.equals(jpegBeginning)
    if (isPicture) this.events.picture(this.#picture(reported, { size: found.size, since: asked.at }))
    this.#next()
  }

  /** The reported key, alone or at the end of its URL; undefined if it is not of this screen. */
  #reported(url: string): { key: string; id: string } | undefined {
    const [bare = ''] = url.split('?', 1)
    const folder = folderOf(this.organization_id, this.#source)
    const from = bare.indexOf(`${folder}/`)
    const rest = from < 0 ? '' : bare.slice(from + folder.length)
    const [, id] = dayAndId.exec(rest) ?? []
    return id === undefined ? undefined : { key: folder + rest, id }
  }

  #picture({ key: object_key, id }: { key: string; id: string }, about: { size: number; since: string }): Picture {
    const { size, since } = about
    const taken_at = new Date(this.app.clock.now()).toISOString()
    const { user_id, organization_id } = this
    return {
      frame: { id, source: this.#source, taken_at, object_key, bytes: size },
      claim: ({ tx }) => useGrant(tx, organization_id, { object_key, id, user_id, since, now: taken_at }),
    }
  }

  /** Applies changes among the devices. */
  #settle(): void {
    const device = this.#devices.current
    const was = this.#status
    const state = device?.state ?? 'off'
    const what = device?.what ?? null
    if (this.#pendingRequest && this.#pendingRequest.connection !== device?.connection) this.#pendingRequest = null
    if (was.state !== state || was.what !== what) {
      const now = new Date(this.app.clock.now()).toISOString()
      this.#status = { state, what, since: was.state === state ? was.since : now }
      this.events.changed(was, this.#status)
    }
    this.#next()
  }

  /** Requests a picture as soon as allowed, if one is wanted and a desktop can deliver it. */
  #next(): void {
    this.#cancelNext?.()
    this.#cancelNext = null
    const device = this.#devices.current
    if (!this.#wanted || this.#pendingRequest || device?.state !== 'sharing' || !device.connection) return
    const wait = this.#requestedAt + capture.atMostEvery - this.app.clock.elapsed()
    if (wait > 0) this.#cancelNext = this.app.clock.after(wait, () => this.#next())
    else this.#ask(device.connection)
  }

  #ask(connection: Connection): void {
    const { app, organization_id } = this
    this.#requestedAt = app.clock.elapsed()
    const asked: ScreenshotRequest = { id: '', connection, at: new Date(app.clock.now()).toISOString() }
    this.#pendingRequest = asked
    app.clock.after(answerTimeout, () => {
      if (this.#pendingRequest !== asked) return
      this.#pendingRequest = null
      this.#next()
    })
    runAsSystem(app, organization_id, ctx => makeGrant(ctx, connection.subject, { most: frames.bytes })).then(
      upload => {
        asked.id = upload.id
        if (this.#pendingRequest === asked) connection.send({ event: 'screenshot', id: upload.id, upload })
      },
      error => app.log.error({ err: error }, 'A desktop could not be asked for a picture.'),
    )
  }
}
