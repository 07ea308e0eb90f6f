import { attachments } from '#shared/contract/attachments/limits'
import { document as documentLimits } from '#shared/contract/documents/limits'
import { logError } from '../../../platform/log'
import { randomText } from '../../../platform/random'
import { Captioner } from './captioner'
import type { RecordingStatus } from './channel'
import type { RecordingEnvironment } from './environment'
import { atRest, type Effect, type Failure, type Meeting, type MeetingEvent, step } from './machine'
import { type Microphone, NoMicrophone } from './microphone'
import { RecordingBuffer } from './recording-buffer'
import type { RecordingMeta } from './recording-storage'
import { Sender, soundGone } from './sender'
import { NoTabSound, type TabSound, type TabTrouble } from './tab-sound'
import type { MeetingState } from './transitions'

/** The name of a recording and who may see it. */
export type RecordingParams = Pick<RecordingMeta, 'name' | 'access' | 'branch_id' | 'captions'>

interface RecordingCallbacks {
  onChange: () => void
  /** Called when a piece found no room on this device. */
  onFull: () => void
  /** Called when the recording ended because it reached the longest allowed length. */
  onLongest: () => void
  /** Called when the sharing of a tab ended by itself while the recording goes on. */
  onTabEnded: () => void
}

/** A shared tab outlasts a lost microphone and a restart, but no recording. */
const withTab: readonly MeetingState[] = ['asking', 'recording', 'paused']

/** Runs the state machine of one recording and performs its effects with the microphone, the buffer and the upload. */
export class Recording {
  #meeting: Meeting = atRest
  #params: RecordingParams = { name: '', access: 'private', branch_id: null }
  #device: string | null = null
  #microphone: Microphone | null = null
  #tab: TabSound | null = null
  #tabState: RecordingStatus['tab'] = 'none'
  #buffer: RecordingBuffer | null = null
  #captioner: Captioner | null = null
  #segment = -1
  /**
   * `since` is shown to people, `from` is the base for measuring the length, and `before` is the length up to there.
   */
  #running: { since: number; from: number; before: number } | null = null
  #segmentSeconds = 0
  #sending: { sender: Sender; stop: AbortController } | null = null
  #isReached = true
  #opening = 0
  #release: (() => void) | null = null
  #sleepAgain: (() => void) | null = null
  #cancelLimit: () => void = () => undefined
  #closing: Promise<void> = Promise.resolve()

  readonly #stopReconnect: () => void

  constructor(
    private readonly environment: RecordingEnvironment,
    /** The account that owns it. After leaving, the object is not used again. */
    readonly account: string,
    private readonly callbacks: RecordingCallbacks,
  ) {
    this.#stopReconnect = environment.onReconnect(() => this.#sending?.sender.wake())
  }

  get state() {
    return this.#meeting.state
  }

  /** Whether sound is stored here that is not a document yet. */
  get hasRecording(): boolean {
    return this.#buffer !== null
  }

  /** Null while none is open. */
  get microphone(): Microphone | null {
    return this.#microphone
  }

  get params(): RecordingParams {
    return this.#buffer?.meta ?? this.#params
  }

  shown(): RecordingStatus {
    const { state, trouble, isKept, failure, doc_id } = this.#meeting
    const takes = this.#buffer?.meta.takes ?? []
    const pieces = takes.reduce((sum, segment) => sum + segment.pieces, 0)
    const confirmed = takes.reduce((sum, segment) => sum + segment.confirmed, 0)
    const earlier = takes.reduce((sum, segment, index) => sum + (index === this.#segment ? 0 : segment.seconds), 0)
    return {
      tab: this.#tabState,
      captions: this.#captioner?.shown() ?? null,
      ...{ state, trouble, isKept, failure, doc_id, account: this.account, name: this.params.name },
      seconds: earlier + (this.#segment < 0 ? 0 : this.#segmentSeconds),
      runs_since: this.#running?.since ?? null,
      started_at: this.#buffer?.meta.started_at ?? this.environment.clock.now(),
      isReached: this.#isReached,
      sent: pieces === 0 ? 0 : confirmed / pieces,
    }
  }

  /** Starts recording after a press. */
  record(params: RecordingParams, device_id: string | null): void {
    this.#params = params
    this.#device = device_id
    this.do({ type: 'record' })
  }

  /**
   * Lets the person choose a tab whose sound is recorded beside the microphone. Call it right after a press: before
   * `record`, or during a recording that began with one. Returns why there is none.
   */
  async addTab(): Promise<TabTrouble | null> {
    const isRunning = withTab.includes(this.#meeting.state)
    try {
      const tab = await this.environment.openTab(() => {
        if (this.#tab === tab) this.#tabEnded()
      })
      // The recording may have ended while the person chose.
      if (isRunning && !withTab.includes(this.#meeting.state)) {
        tab.stop()
        return null
      }
      this.#tab?.stop()
      this.#tab = tab
      this.#tabState = 'shared'
      this.#microphone?.mix(tab.stream)
      this.callbacks.onChange()
      return null
    } catch (cause) {
      if (!(cause instanceof NoTabSound)) throw cause
      return cause.trouble
    }
  }

  /** Goes on with the microphone alone. */
  removeTab(): void {
    this.#microphone?.mix(null)
    this.#tab?.stop()
    this.#tab = null
    this.#tabState = 'ended'
    this.callbacks.onChange()
  }

  #tabEnded(): void {
    this.removeTab()
    this.callbacks.onTabEnded()
  }

  /** Turns live captions on or off, where there are any. */
  turnCaptions(isOn: boolean): void {
    this.#captioner?.turn(isOn)
  }

  rename(params: RecordingParams): void {
    this.#params = params
    this.#buffer?.change(params)
    this.callbacks.onChange()
  }

  /**
   * Takes up a recording of an earlier page. If it only has to be sent, the caller passes the release of the lock it
   * holds.
   */
  find(meta: RecordingMeta, release: (() => void) | null): void {
    for (const segment of meta.takes) segment.isClosed = true
    this.#buffer = this.#bufferFor(meta)
    this.#release = release
    this.do({ type: 'found', isWhole: meta.isWhole })
  }

  do(change: MeetingEvent): void {
    const { next, effects } = step(this.#meeting, change)
    this.#meeting = next
    for (const effect of effects) this.#act(effect)
    if (next.state === 'idle' || next.state === 'done') this.#letGo()
    if (!withTab.includes(next.state)) this.#releaseTab()
    this.callbacks.onChange()
  }

  #act(effect: Effect): void {
    const acts: Record<Effect, () => void> = {
      open: () => void this.#open(),
      begin: () => this.#begin(),
      rest: () => {
        this.#captioner?.pause()
        this.#microphone?.pause()
        this.#stopClock()
      },
      go_on: () => {
        this.#microphone?.resume()
        this.#startClock()
        if (this.#microphone) this.#captioner?.listen(this.#microphone)
      },
      close: () => this.#close(),
      erase: () => this.#erase(),
      send: () => void this.#send(),
      leave: () => {
        this.#sending?.stop.abort()
        this.#sending = null
        void this.#captioner?.end()
        this.#captioner = null
        this.#stopReconnect()
      },
    }
    acts[effect]()
  }

  async #open(): Promise<void> {
    this.#opening += 1
    const mine = this.#opening
    const isOver = () => mine !== this.#opening || this.#meeting.state !== 'asking'
    try {
      this.#release ??= await this.environment.hold()
      if (isOver()) return this.#letGo()
      if (!this.#release) return this.do({ type: 'refused', trouble: 'elsewhere' })
      const microphone = await this.environment.openMicrophone(
        this.#device,
        () => this.do({ type: 'microphone_lost' }),
        this.#tabState !== 'none',
      )
      if (isOver()) {
        await microphone.close()
        return
      }
      this.#microphone = microphone
      if (this.#tab) microphone.mix(this.#tab.stream)
      this.do({ type: 'allowed' })
    } catch (cause) {
      if (!(cause instanceof NoMicrophone)) logError('The microphone could not be opened.', cause)
      if (isOver()) return
      this.do({ type: 'refused', trouble: cause instanceof NoMicrophone ? cause.trouble : 'missing' })
      if (this.#meeting.state === 'kept') this.#letGo()
    }
  }

  #begin(): void {
    const microphone = this.#microphone
    if (!microphone) return
    this.#buffer ??= this.#newBuffer()
    const buffer = this.#buffer
    // The index is taken before the first piece arrives.
    const index = buffer.meta.takes.length
    const type = microphone.record(bytes => {
      void buffer.add(index, bytes, this.#secondsNow()).then(() => {
        this.#sending?.sender.wake()
        this.callbacks.onChange()
      })
    })
    this.#segment = buffer.begin(type)
    this.#segmentSeconds = 0
    this.#startClock()
    this.#captioner?.listen(microphone)
    this.#sleepAgain ??= this.environment.keepAwake()
    if (!this.#sending) void this.#send()
  }

  #newBuffer(): RecordingBuffer {
    const { name, access, branch_id, captions } = this.#params
    return this.#bufferFor({
      captions,
      ...{ id: randomText(), account: this.account, name: name.trim().slice(0, documentLimits.nameLength) },
      ...{ access, branch_id, started_at: this.environment.clock.now(), takes: [], isWhole: false },
    })
  }

  #bufferFor(meta: RecordingMeta): RecordingBuffer {
    const buffer = new RecordingBuffer(meta, this.environment.storage, () => {
      if (this.#meeting.isKept) this.callbacks.onFull()
      this.do({ type: 'disk_full' })
    })
    this.#captioner = new Captioner(buffer, () => this.callbacks.onChange())
    return buffer
  }

  #startClock(): void {
    const { clock } = this.environment
    this.#running = { since: clock.now(), from: clock.elapsed(), before: this.#segmentSeconds }
    const left = attachments.audioSeconds - (this.#buffer?.seconds ?? 0)
    this.#cancelLimit = clock.after(Math.max(0, left * 1000), () => {
      this.callbacks.onLongest()
      this.do({ type: 'stop' })
    })
  }

  #stopClock(): void {
    this.#segmentSeconds = this.#secondsNow()
    this.#running = null
    this.#cancelLimit()
  }

  /** The current length of the segment. */
  #secondsNow(): number {
    return this.#running
      ? this.#running.before + (this.environment.clock.elapsed() - this.#running.from) / 1000
      : this.#segmentSeconds
  }

  /** Releases the microphone at once; the last piece arrives afterwards. */
  #close(): void {
    this.#stopClock()
    this.#captioner?.pause()
    const microphone = this.#microphone
    const buffer = this.#buffer
    const take = this.#segment
    this.#opening += 1
    this.#microphone = null
    this.#sleepAgain?.()
    this.#sleepAgain = null
    if (!microphone) return
    this.#closing = microphone
      .close()
      .then(() => buffer?.close(take))
      .then(() => this.#sending?.sender.wake())
      .catch((cause: unknown) => logError('A recording was not closed properly.', cause))
  }

  #erase(): void {
    this.#sending?.stop.abort()
    this.#sending = null
    const buffer = this.#buffer
    if (buffer) {
      const { name, access, branch_id, captions } = buffer.meta
      this.#params = { name, access, branch_id, captions }
    }
    const captioner = this.#captioner
    this.#captioner = null
    this.#buffer = null
    this.#segment = -1
    this.#segmentSeconds = 0
    if (!buffer) return
    void this.#closing
      .then(() => captioner?.discard())
      .then(() => buffer.erase())
      .then(this.callbacks.onChange)
  }

  /** Uploads during the recording, and creates the document once it is complete. */
  async #send(): Promise<void> {
    const buffer = this.#buffer
    if (!buffer) return
    if (this.#meeting.state === 'finishing') {
      await this.#closing
      await this.#captioner?.end()
      buffer.change({ isWhole: true })
    }
    if (this.#sending) return this.#sending.sender.wake()
    const sender = new Sender(
      buffer,
      this.environment.clock,
      isReached => {
        this.#isReached = isReached
        this.callbacks.onChange()
      },
      this.callbacks.onChange,
    )
    const sending = { sender, stop: new AbortController() }
    this.#sending = sending
    let end: { doc_id: number } | Failure | null
    try {
      end = await sender.run(sending.stop.signal)
    } catch (cause) {
      logError('A recording could not be sent.', cause)
      end = { code: soundGone, message: '' }
    }
    if (this.#sending !== sending) return
    this.#sending = null
    if (end && 'doc_id' in end) {
      await buffer.erase()
      this.#buffer = null
      this.#captioner = null
      this.#segment = -1
      this.do({ type: 'finished', doc_id: end.doc_id })
    } else if (end) this.#failed(end)
  }

  /** During the recording a failure is not final: the sound is kept, and sent again when the recording is complete. */
  #failed(failure: Failure): void {
    if (this.#meeting.state === 'finishing') this.do({ type: 'failed', failure })
    else logError(`A recording cannot be sent for now: ${failure.code}.`)
  }

  #releaseTab(): void {
    this.#tab?.stop()
    this.#tab = null
    this.#tabState = 'none'
  }

  #letGo(): void {
    this.#release?.()
    this.#release = null
  }
}
