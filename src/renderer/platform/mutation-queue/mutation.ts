import { z } from 'zod'
import { day, idempotencyRetention } from '#shared/limits'
import type { Outcome } from '../api'

/** A write by the person that the server has not confirmed. */
export const Mutation = z.object({
  /** Also the idempotency key, so that the write happens at most once, however often it is sent. */
  id: z.string(),
  /** The person and workspace that it belongs to; nobody else sends it. */
  account: z.string(),
  kind: z.string(),
  /** Mutations of a lane are sent one after the other, in their order. */
  lane: z.string(),
  /** Validated by its kind before every attempt, because another version of the app may have stored it. */
  input: z.unknown(),
  /** Milliseconds since the epoch, unique within a tab. */
  made_at: z.number(),
  /** When it was first sent to a server that may have applied it; null while it is certainly not applied. */
  tried_at: z.number().nullable(),
  /** waiting: sent by itself. paused, failed: needs the person. done: confirmed, and kept until it is discarded. */
  state: z.enum(['waiting', 'sending', 'paused', 'failed', 'done']),
  /** Why the last attempt failed. A waiting mutation with a failure is sent again at `due_at`. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The number of failures in a row. */
  failures: z.int(),
  /** The earliest time for the next automatic attempt, in milliseconds since the epoch. */
  due_at: z.number(),
  /** The server or the person, who may undo it, asked for the pause, so a returning connection does not end it. */
  mustRest: z.boolean(),
})
export type Mutation = z.infer<typeof Mutation>

/** A kind of write: its input, how it is sent, and what happens with the answer. */
export interface MutationKind<I, A> {
  name: string
  input: z.ZodType<I>
  lane(input: I, id: string): string
  /** Whether it must wait for something else on this device, while later ones may pass. */
  isHeld?(input: I): boolean
  /** Returns the code of a failure that makes an attempt pointless, or null. */
  obstacle?(input: I): string | null
  send(input: I, key: string, attempt: Attempt<I>): Promise<Outcome<A>>
  /** Replaces the placeholder by the confirmed result. May be called again for the same result. */
  settle(answer: A, input: I): void
  /** Takes over what was refused for good, so that it leaves the queue. Without it, it stays there for the person. */
  refuse?(input: I, outcome: Outcome<unknown> & { ok: false }): void
  /** Doing it twice does no harm, so it may be sent although the server forgot its key. */
  isRepeatable?: boolean
  /** The server takes what several tabs send in any order, so a new one need not wait for other tabs. */
  isUnordered?: boolean
  /** Called when the person sends it again as a new mutation, under another id. */
  renew?(input: I, from: string, to: string): void
  /** `send` honours its signal, so that an attempt may be paused or discarded. */
  canStop?: boolean
  /** Returns the input with which it stays as done until it is discarded, for what is only of use later. */
  keepDone?(answer: A, input: I): I
}

/** What a longer attempt may do besides returning an outcome. */
export interface Attempt<I> {
  /** Aborted when the person pauses or discards the mutation, or the account changes. */
  signal: AbortSignal
  /** Changes the stored input, for example to continue from there after a reload. */
  note(change: (input: I) => I): Promise<void>
  /** Something arrived, so that earlier failures no longer make pauses longer. */
  progressed(): void
}

/** The failure code of a mutation that may or may not be applied, because the server no longer remembers its key. */
export const unsure = 'mutation.unsure'
/** The failure code of a mutation that this version of the app cannot read. */
export const unreadable = 'mutation.unreadable'

/** The server remembers a key for a day; one hour is reserved for clocks that differ. */
const keyHolds = idempotencyRetention - day / 24

/** Whether the server may have applied it and no longer knows its key, so that sending it might apply it twice. */
export const isForgotten = ({ tried_at }: Mutation, now: number): boolean =>
  tried_at !== null && now - tried_at > keyHolds

/** A mutation that is sent as soon as possible, whatever happened to it. */
export const waiting = { state: 'waiting', failure: null, failures: 0, due_at: 0, mustRest: false } as const

export const byAge = (a: Mutation, b: Mutation): number => a.made_at - b.made_at || a.id.localeCompare(b.id)

/** Returns a mutation that an earlier page was sending as waiting. */
export const atRest = (mutation: Mutation): Mutation =>
  mutation.state === 'sending' ? { ...mutation, state: 'waiting' } : mutation

/** Returns the readable ones of stored values that belong to the account. */
export function mutationsIn(values: readonly unknown[], account: string): Mutation[] {
  return values.flatMap(value => {
    const { success, data } = Mutation.safeParse(value)
    return success && data.account === account ? [data] : []
  })
}
