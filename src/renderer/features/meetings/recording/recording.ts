import { attachments, document as documentLimits } from '#shared/limits'
import { logError } from '../../../platform/log'
import { randomText } from '../../../platform/random'
import type { Shown } from './channel'
import { atRest, type Effect, type Failure, type Meeting, type MeetingChange, step } from './machine'
import { type Microphone, NoMicrophone } from './microphone'
import { Sender, soundGone } from './sender'
import { Tape } from './tape'
import type { Reel } from './tape-shelf'
import type { MeetingWorld } from './world'

/** What a recording is called and who may see it. */
export type Wish = Pick<Reel, 'name' | 'access' | 'branch_id'>

interface Told {
  onChange: () => void
  /** A piece found no room on this device. */
  onFull: () => void
  /** It was ended because it is as long as a recording may be. */
  onLongest: () => void
}

/** Drives the machine of one recording: the microphone, the tape and the sending are its hands. */
export class Recording {
  #meeting: Meeting = atRest
  #wish: Wish = { name: '', access: 'private', branch_id: null }
  #device: string | null = null
  #microphone: Microphone | null = null
  #tape: Tape | null = null
  #take = -1
  /** Since when it runs, and how long the take was before. */
  /** `since` is told to people, `from` is what its length is counted from. */
  #runs: { since: number; from: number; before: number } | null = null
  #takeSeconds = 0
  #sending: { sender: Sender; stop: AbortController } | null = null
  #isReached = true
  #opening = 0
  #release: (() => void) | null = null
  #sleepAgain: (() => void) | null = null
  #cancelLimit: () => void = () => undefined
  #closing: Promise<void> = Promise.resolve()

  readonly #stopHoping: () => void

  constructor(
    private readonly world: MeetingWorld,
    /** Whose it is; once it was left, nobody's, and not used again. */
    readonly account: string,
    private readonly told: Told,
  ) {
    this.#stopHoping = world.onHope(() => this.#sending?.sender.wake())
  }

  get state() {
    return this.#meeting.state
  }

  /** Something is kept here that is no document yet. */
  get hasTape(): boolean {
    return this.#tape !== null
  }

  /** For as long as one is held. */
  get microphone(): Microphone | null {
    return this.#microphone
  }

  get wish(): Wish {
    return this.#tape?.reel ?? this.#wish
  }

  shown(): Shown {
    const { state, trouble, isKept, failure, doc_id } = this.#meeting
    const takes = this.#tape?.reel.takes ?? []
    const pieces = takes.reduce((sum, take) => sum + take.pieces, 0)
    const confirmed = takes.reduce((sum, take) => sum + take.confirmed, 0)
    const earlier = takes.reduce((sum, take, index) => sum + (index === this.#take ? 0 : take.seconds), 0)
    return {
      ...{ state, trouble, isKept, failure, doc_id, account: this.account, name: this.wish.name },
      seconds: earlier + (this.#take < 0 ? 0 : this.#takeSeconds),
      runs_since: this.#runs?.since ?? null,
      started_at: this.#tape?.reel.started_at ?? this.world.clock.now(),
      isReached: this.#isReached,
      sent: pieces === 0 ? 0 : confirmed / pieces,
    }
  }

  /** Begins, from a press. */
  record(wish: Wish, device_id: string | null): void {
    this.#wish = wish
    this.#device = device_id
    this.do({ type: 'record' })
  }

  rename(wish: Wish): void {
    this.#wish = wish
    this.#tape?.change(wish)
    this.told.onChange()
  }

  /** Takes up what an earlier page left; with the place held, and the release of it, where it only has to be sent. */
  find(reel: Reel, release: (() => void) | null): void {
    for (const take of reel.takes) take.isClosed = true
    this.#tape = this.#tapeOf(reel)
    this.#release = release
    this.do({ type: 'found', isWhole: reel.isWhole })
  }

  do(change: MeetingChange): void {
    const { next, effects } = step(this.#meeting, change)
    this.#meeting = next
    for (const effect of effects) this.#act(effect)
    if (next.state === 'idle' || next.state === 'done') this.#letGo()
    this.told.onChange()
  }

  #act(effect: Effect): void {
    const acts: Record<Effect, () => void> = {
      open: () => void this.#open(),
      begin: () => this.#begin(),
      rest: () => {
        this.#microphone?.pause()
        this.#stand()
      },
      go_on: () => {
        this.#microphone?.resume()
        this.#run()
      },
      close: () => this.#close(),
      erase: () => this.#erase(),
      send: () => void this.#send(),
      leave: () => {
        this.#sending?.stop.abort()
        this.#sending = null
        this.#stopHoping()
      },
    }
    acts[effect]()
  }

  async #open(): Promise<void> {
    this.#opening += 1
    const mine = this.#opening
    const isOver = () => mine !== this.#opening || this.#meeting.state !== 'asking'
    try {
      this.#release ??= await this.world.hold()
      if (isOver()) return this.#letGo()
      if (!this.#release) return this.do({ type: 'refused', trouble: 'elsewhere' })
      const microphone = await this.world.openMicrophone(this.#device, () => this.do({ type: 'microphone_lost' }))
      if (isOver()) {
        await microphone.close()
        return
      }
      this.#microphone = microphone
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
    this.#tape ??= this.#newTape()
    const tape = this.#tape
    // Its number is known before its first piece comes.
    const index = tape.reel.takes.length
    const type = microphone.record(bytes => {
      void tape.add(index, bytes, this.#secondsNow()).then(() => {
        this.#sending?.sender.wake()
        this.told.onChange()
      })
    })
    this.#take = tape.begin(type)
    this.#takeSeconds = 0
    this.#run()
    this.#sleepAgain ??= this.world.keepAwake()
    if (!this.#sending) void this.#send()
  }

  #newTape(): Tape {
    const { name, access, branch_id } = this.#wish
    return this.#tapeOf({
      ...{ id: randomText(), account: this.account, name: name.trim().slice(0, documentLimits.nameLength) },
      ...{ access, branch_id, started_at: this.world.clock.now(), takes: [], isWhole: false },
    })
  }

  #tapeOf(reel: Reel): Tape {
    return new Tape(reel, this.world.shelf, () => {
      if (this.#meeting.isKept) this.told.onFull()
      this.do({ type: 'disk_full' })
    })
  }

  #run(): void {
    const { clock } = this.world
    this.#runs = { since: clock.now(), from: clock.elapsed(), before: this.#takeSeconds }
    const left = attachments.audioSeconds - (this.#tape?.seconds ?? 0)
    this.#cancelLimit = clock.after(Math.max(0, left * 1000), () => {
      this.told.onLongest()
      this.do({ type: 'stop' })
    })
  }

  #stand(): void {
    this.#takeSeconds = this.#secondsNow()
    this.#runs = null
    this.#cancelLimit()
  }

  /** How long the take is at this moment. */
  #secondsNow(): number {
    return this.#runs ? this.#runs.before + (this.world.clock.elapsed() - this.#runs.from) / 1000 : this.#takeSeconds
  }

  /** The microphone is let go at once; the last piece comes after it. */
  #close(): void {
    this.#stand()
    const microphone = this.#microphone
    const tape = this.#tape
    const take = this.#take
    this.#opening += 1
    this.#microphone = null
    this.#sleepAgain?.()
    this.#sleepAgain = null
    if (!microphone) return
    this.#closing = microphone
      .close()
      .then(() => tape?.close(take))
      .then(() => this.#sending?.sender.wake())
      .catch((cause: unknown) => logError('A recording was not closed in order.', cause))
  }

  #erase(): void {
    this.#sending?.stop.abort()
    this.#sending = null
    const tape = this.#tape
    if (tape) this.#wish = { name: tape.reel.name, access: tape.reel.access, branch_id: tape.reel.branch_id }
    this.#tape = null
    this.#take = -1
    this.#takeSeconds = 0
    if (tape) void this.#closing.then(() => tape.erase()).then(this.told.onChange)
  }

  /** Sends while it is recorded, and makes a document of it once it is whole. */
  async #send(): Promise<void> {
    const tape = this.#tape
    if (!tape) return
    if (this.#meeting.state === 'finishing') {
      await this.#closing
      tape.change({ isWhole: true })
    }
    if (this.#sending) return this.#sending.sender.wake()
    const sender = new Sender(
      tape,
      this.world.clock,
      isReached => {
        this.#isReached = isReached
        this.told.onChange()
      },
      this.told.onChange,
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
      await tape.erase()
      this.#tape = null
      this.#take = -1
      this.do({ type: 'finished', doc_id: end.doc_id })
    } else if (end) this.#failed(end)
  }

  /** While it is being recorded that is not the end: what is here is kept, and sent again when it is whole. */
  #failed(failure: Failure): void {
    if (this.#meeting.state === 'finishing') this.do({ type: 'failed', failure })
    else logError(`A recording is not sent for now: ${failure.code}.`)
  }

  #letGo(): void {
    this.#release?.()
    this.#release = null
  }
}
