import type { MateFrame, MateMessage } from '#shared/contract/mate/endpoints'
import { type AppContext, perApp } from '../../platform/app-context'
import type { Connection } from '../../platform/live/connection'

type Listener = Connection
type NewFrame =
  | { event: 'start' }
  | { event: 'delta'; text: string }
  | { event: 'tool'; name: string; summary: string }
  | { event: 'done' | 'error'; message: MateMessage }

/**
 * How long the frames of a finished answer are kept for a client that was disconnected; later it gets the stored
 * message.
 */
const keepFramesFor = 60_000

/** How an answer reaches beyond this object: the other nodes, or whoever writes it. */
interface AnswerLink {
  told(frame: MateFrame): void
  stop(): void
}

/** One answer while it is written, here or at another node: its frames so far and its listeners. */
export class Answer {
  readonly #frames: MateFrame[] = []
  #listeners: ReadonlySet<Listener> = new Set()
  /** True once the last frame was sent. */
  ended = false
  /** False if this node missed a frame; then the listeners get the last one alone, and read the stored message. */
  #isWhole = true

  constructor(
    readonly message_id: number,
    readonly user_id: number,
    readonly organization_id: number,
    readonly isOwn: boolean,
    private readonly link: AnswerLink,
  ) {}

  get isWhole(): boolean {
    return this.#isWhole
  }

  get listeners(): readonly Listener[] {
    return [...this.#listeners]
  }

  stop(): void {
    this.link.stop()
  }

  /** Numbers a frame, and sends it to all listeners, here and at other nodes. */
  say(frame: NewFrame): void {
    const numbered = { ...frame, message_id: this.message_id, seq: this.#frames.length + 1 } as MateFrame
    this.accept(numbered)
    this.link.told(numbered)
  }

  /** Stores a numbered frame and sends it to all listeners. */
  accept(frame: MateFrame): void {
    this.#isWhole &&= frame.seq === this.#frames.length + 1
    this.ended = frame.event === 'done' || frame.event === 'error'
    if (this.#isWhole) this.#frames.push(frame)
    if (!this.#isWhole && !this.ended) return
    const text = JSON.stringify(frame)
    for (const listener of this.#listeners) listener.sendText(text)
  }

  /** Sends the frames that a client lacks and everything from now on. */
  follow(listener: Listener, last_seq: number): void {
    if (this.#isWhole) for (const frame of this.#frames.slice(last_seq)) listener.send(frame)
    this.#listeners = new Set([...this.#listeners, listener])
  }

  unfollow(listener: Listener): void {
    this.#listeners = new Set([...this.#listeners].filter(other => other !== listener))
  }
}

/** An answer that this node writes. */
export type OwnAnswer = Answer & { readonly signal: AbortSignal }

/** Milliseconds between a question and its answer, on a server that stands still. */
const beginsWithin = 30_000
/** How much longer than the model another node may be silent before it is taken for dead. */
const silentBeyondModel = 60_000

/** The answers that are being written, and the connections of this node that may receive them. */
export class AnswerBook {
  readonly #answers = new Map<number, Answer>()
  readonly #connections = new Set<Connection>()
  /** Answers that begin when the transaction of their question is committed. */
  readonly #expected = new Set<number>()
  /** Cancels the end of the patience with another node, by answer. */
  readonly #patience = new Map<number, () => void>()
  readonly #silence: number
  /** Called for each listener of an answer whose node fell silent. */
  onLost: (listener: Connection, message_id: number) => void = () => {}

  constructor(private readonly app: AppContext) {
    this.#silence = app.settings.MODEL_TIMEOUT_SECONDS * 1000 + silentBeyondModel
    app.bus.subscribe((message, isOwn) => {
      if (isOwn) return
      if (message.topic === 'answer') this.#heard(message.frame, message)
      if (message.topic === 'answer_stopped') this.#stopped(message)
    })
  }

  /**
   * Says that an answer begins once its question is committed. Others may read it before that, and it must not look as if
   * nobody is writing it. Without a commit it is forgotten.
   */
  expect(message_id: number): void {
    this.#expected.add(message_id)
    this.app.clock.after(beginsWithin, () => this.#expected.delete(message_id))
  }

  /** Begins an answer; every open socket of the person follows it from the start. */
  begin(message_id: number, user_id: number, organization_id: number): OwnAnswer {
    const abort = new AbortController()
    const answer = new Answer(message_id, user_id, organization_id, true, {
      told: frame => this.app.bus.publish({ topic: 'answer', organization_id, user_id, frame }),
      stop: () => abort.abort(),
    })
    this.#expected.delete(message_id)
    this.#add(answer)
    return Object.assign(answer, { signal: abort.signal })
  }

  /** Follows an answer that another node writes and whose beginning this one missed. */
  expectFromElsewhere(message_id: number, connection: Connection): void {
    const answer = this.#elsewhere(message_id, connection)
    this.#answers.set(message_id, answer)
    this.#wait(answer)
    answer.accept({ event: 'delta', message_id, seq: 0, text: '' })
    answer.follow(connection, 0)
  }

  /** Called once the last frame was sent. */
  end(answer: Answer): void {
    this.app.clock.after(keepFramesFor, () => this.#answers.delete(answer.message_id))
  }

  /** An answer of this person in this organisation. */
  find(message_id: number, connection: Connection): Answer | undefined {
    const answer = this.#answers.get(message_id)
    return answer && isOf(connection, answer) ? answer : undefined
  }

  /** `since` is when it was begun; another node that this one cannot hear may be writing it. */
  isBeingWritten(message_id: number, since: string): boolean {
    if (this.#expected.has(message_id) || this.#answers.get(message_id)?.ended === false) return true
    return this.app.bus.isShared && this.app.clock.now() - Date.parse(since) < this.#silence
  }

  /** The answer that is being written for somebody, if any. */
  writingFor(user_id: number, organization_id: number): Answer | undefined {
    return [...this.#answers.values()].find(
      answer => !answer.ended && answer.user_id === user_id && answer.organization_id === organization_id,
    )
  }

  /** A socket opened: it follows answers that begin from now on. It resumes a running answer by itself. */
  joined(connection: Connection): void {
    this.#connections.add(connection)
  }

  left(connection: Connection): void {
    this.#connections.delete(connection)
    for (const answer of this.#answers.values()) answer.unfollow(connection)
  }

  #add(answer: Answer): void {
    this.#answers.set(answer.message_id, answer)
    for (const connection of this.#connections) {
      if (isOf(connection, answer)) answer.follow(connection, 0)
    }
  }

  #elsewhere(message_id: number, { user_id, organization_id }: Asker): Answer {
    return new Answer(message_id, user_id, organization_id, false, {
      told: () => {},
      stop: () => this.app.bus.publish({ topic: 'answer_stopped', organization_id, user_id, message_id }),
    })
  }

  #heard(frame: MateFrame, asker: Asker): void {
    const { message_id } = frame
    const known = this.#answers.get(message_id)
    const answer = known ?? this.#elsewhere(message_id, asker)
    if (!known) this.#add(answer)
    this.#patience.get(message_id)?.()
    answer.accept(frame)
    if (!answer.ended) this.#wait(answer)
    else if (answer.isWhole) this.end(answer)
    else this.#answers.delete(message_id)
  }

  #stopped({ message_id, ...asker }: Asker & { message_id: number }): void {
    const answer = this.#answers.get(message_id)
    if (answer?.isOwn && isOf(asker, answer)) answer.stop()
  }

  /** Gives an answer up if its node says nothing for long. */
  #wait(answer: Answer): void {
    const { message_id } = answer
    const cancel = this.app.clock.after(this.#silence, () => {
      this.#patience.delete(message_id)
      this.#answers.delete(message_id)
      for (const listener of answer.listeners) this.onLost(listener, message_id)
    })
    this.#patience.set(message_id, () => {
      cancel()
      this.#patience.delete(message_id)
    })
  }
}

interface Asker {
  readonly user_id: number
  readonly organization_id: number
}

function isOf(connection: Asker, answer: Asker): boolean {
  return connection.user_id === answer.user_id && connection.organization_id === answer.organization_id
}

export const answerBook = perApp(app => new AnswerBook(app))
