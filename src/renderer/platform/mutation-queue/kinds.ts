import { isForgotten, type Mutation, type MutationKind, unreadable, unsure } from './mutation'

export type Kind = MutationKind<unknown, unknown>

/** The kinds of mutations that this page knows; others wait until the code that sends them is loaded. */
export class Kinds {
  readonly #kinds = new Map<string, Kind>()

  register<I, A>(kind: MutationKind<I, A>): void {
    this.#kinds.set(kind.name, kind)
  }

  of = ({ kind }: Mutation): Kind | undefined => this.#kinds.get(kind)

  /** Whether a mutation is to be sent by itself, and waits for nothing else on this device. */
  isInLine(mutation: Mutation): boolean {
    const kind = this.of(mutation)
    if (!kind || (mutation.state !== 'waiting' && mutation.state !== 'sending')) return false
    const read = kind.input.safeParse(mutation.input)
    return !read.success || kind.isHeld?.(read.data) !== true
  }

  /** Returns the kind and input of a mutation, or the code of a failure that makes an attempt pointless. */
  read(mutation: Mutation, now: number): { kind: Kind; input: unknown } | { code: string } {
    const kind = this.of(mutation)
    if (!kind?.isRepeatable && isForgotten(mutation, now)) return { code: unsure }
    const read = kind?.input.safeParse(mutation.input)
    if (!kind || !read?.success) return { code: unreadable }
    const code = kind.obstacle?.(read.data) ?? null
    return code === null ? { kind, input: read.data } : { code }
  }
}
