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

/** One answer while it is written: its frames so far, its listeners, and how to stop it. */
export class Answer {
  readonly #frames: MateFrame[] = []
  readonly #abort = new AbortController()
  #listeners: ReadonlySet<Listener> = new Set()
  /** True once the last frame was sent. */
  ended = false

  constructor(
    readonly message_id: number,
    readonly user_id: number,
    readonly organization_id: number,
  ) {}

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  stop(): void {
    this.#abort.abort()
  }

  /** Numbers a frame, stores it, and sends it to all listeners. */
  say(frame: NewFrame): void {
    const numbered = { ...frame, message_id: this.message_id, seq: this.#frames.length + 1 } as MateFrame
    this.#frames.push(numbered)
    this.ended = frame.event === 'done' || frame.event === 'error'
    const text = JSON.stringify(numbered)
    for (const listener of this.#listeners) listener.sendText(text)
  }

  /** Sends the frames that a client lacks and everything from now on. */
  follow(listener: Listener, last_seq: number): void {
    for (const frame of this.#frames.slice(last_seq)) listener.send(frame)
    this.#listeners = new Set([...this.#listeners, listener])
  }

  unfollow(listener: Listener): void {
    this.#listeners = new Set([...this.#listeners].filter(other => other !== listener))
  }
}

/** Milliseconds between a question and its answer, on a server that stands still. */
const beginsWithin = 30_000

/** The answers that are being written on this server, and the connections that may receive them. */
export class AnswerBook {
  readonly #answers = new Map<number, Answer>()
  readonly #connections = new Set<Connection>()
  /** Answers that begin when the transaction of their question is committed. */
  readonly #expected = new Set<number>()

  constructor(private readonly app: AppContext) {}

  /**
   * Says that an answer begins once its question is committed. Others may read it before that, and it must not look as if
   * nobody is writing it. Without a commit it is forgotten.
   */
  expect(message_id: number): void {
    this.#expected.add(message_id)
    this.app.clock.after(beginsWithin, () => this.#expected.delete(message_id))
  }

  /** Begins an answer; every open socket of the person follows it from the start. */
  begin(message_id: number, user_id: number, organization_id: number): Answer {
    const answer = new Answer(message_id, user_id, organization_id)
    this.#answers.set(message_id, answer)
    this.#expected.delete(message_id)
    for (const connection of this.#connections) {
      if (isOf(connection, answer)) answer.follow(connection, 0)
    }
    return answer
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

  isBeingWritten(message_id: number): boolean {
    return this.#expected.has(message_id) || this.#answers.get(message_id)?.ended === false
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
}

function isOf(connection: Connection, answer: Answer): boolean {
  return connection.user_id === answer.user_id && connection.organization_id === answer.organization_id
}

export const answerBook = perApp(app => new AnswerBook(app))
