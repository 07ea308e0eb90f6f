import { z } from 'zod'
import { day, idempotencyRetention } from '#shared/limits'
import type { Outcome } from '../api'

/** A write of the person that the server has not confirmed. */
export const Mutation = z.object({
  /** Also the idempotency key, so that the write happens at most once however often it is sent. */
  id: z.string(),
  /** The person and workspace that it belongs to. Nobody else ever sends it. */
  account: z.string(),
  kind: z.string(),
  /** Mutations of one lane are sent one after the other, in the order in which they were made. */
  lane: z.string(),
  /** Checked by its kind before every attempt, because another version of the app may have stored it. */
  input: z.unknown(),
  /** Milliseconds since the epoch, different for each of one tab. */
  made_at: z.number(),
  /** When it was first sent to a server that may have done it; null while that is certainly not so. */
  tried_at: z.number().nullable(),
  /** waiting: sent by itself. failed: needs the person. */
  state: z.enum(['waiting', 'sending', 'failed']),
  /** Why the last attempt failed. A waiting one with a failure is sent again at `due_at`. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Failures in a row. */
  failures: z.int(),
  /** Not sent by itself before this time, in milliseconds since the epoch. */
  due_at: z.number(),
  /** The server asked for the pause, so a connection that comes back does not end it. */
  mustRest: z.boolean(),
})
export type Mutation = z.infer<typeof Mutation>

/** One kind of write: what it carries, how it is sent, and what becomes of its answer. */
export interface MutationKind<I, A> {
  name: string
  input: z.ZodType<I>
  lane(input: I): string
  /** Whether it has to wait for something else on this device, while later ones pass. */
  isHeld?(input: I): boolean
  /** Returns the code of a failure that makes sending it pointless, or null. */
  obstacle?(input: I): string | null
  send(input: I, key: string): Promise<Outcome<A>>
  /** Puts the confirmed thing in the place of its placeholder. May be called again for the same one. */
  settle(answer: A): void
  /** The person sends it again as a new one, under another id. */
  renew?(input: I, from: string, to: string): void
}

/** The failure code of a mutation that may or may not be done, because the server no longer remembers its key. */
export const unsure = 'mutation.unsure'
/** The failure code of a mutation that this version of the app cannot read. */
export const unreadable = 'mutation.unreadable'

/** The server remembers a key for a day; one hour is reserved for clocks that differ. */
const keyHolds = idempotencyRetention - day / 24

/** Whether the server may have done it and no longer knows its key, so that sending it might do it twice. */
export const isForgotten = ({ tried_at }: Mutation, now: number): boolean =>
  tried_at !== null && now - tried_at > keyHolds

export const byAge = (a: Mutation, b: Mutation): number => a.made_at - b.made_at || a.id.localeCompare(b.id)

/** What an earlier page was sending is sent again. */
export const atRest = (mutation: Mutation): Mutation =>
  mutation.state === 'sending' ? { ...mutation, state: 'waiting' } : mutation

/** Returns what can be read of stored values and belongs to the account. */
export function mutationsIn(values: readonly unknown[], account: string): Mutation[] {
  return values.flatMap(value => {
    const { success, data } = Mutation.safeParse(value)
    return success && data.account === account ? [data] : []
  })
}
