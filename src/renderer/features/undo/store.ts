import i18next from 'i18next'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Endpoint, Input } from '#shared/contract/endpoint'
import { errorText } from '../../i18n/texts'
import type { Outcome } from '../../platform/api'
import { account } from '../../platform/guest'
import {
  type DeletionInput,
  deletionMutation,
  sendDeletion,
  useDeletions,
} from '../../platform/mutation-queue/deletion'
import type { Mutation, MutationKind } from '../../platform/mutation-queue/mutation'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { toast } from '../../ui/toast'
import { keepFocus } from './keep-focus'

/** How long a notice offers Undo, in milliseconds. */
export const undoFor = 8_000
/** How long a write is put off, so that it is made too when the page ends without a word. */
const putOff = undoFor + 2_000

interface Undoable<I> {
  kind: MutationKind<I, unknown>
  input: I
  /** What the notice says. */
  done: string
  /** Makes the call in the moment in which the page goes away; it need not report anything. */
  leave: (idempotencyKey: string) => Promise<unknown>
  /** Called when the person takes it back. */
  onUndo?: (() => void) | undefined
}

/** The writes whose notices are on screen, by their ids. */
const leaving = new Map<string, Undoable<never>['leave']>()

/**
 * Makes a write that the person can take back: it is sent when the notice is gone, and when the page goes away. The
 * queue has it from the start, so that it is sent after a crash too.
 */
export function sendWithUndo<I>({ kind, input, done, leave, onUndo }: Undoable<I>): void {
  followDeletions()
  keepFocus()
  const queue = mutationQueue()
  const id = queue.send(kind, input, { due_at: queue.clock.now() + putOff, mustRest: true })
  leaving.set(id, leave)
  const over = () => leaving.delete(id)
  toast.success(done, {
    key: `undo.${id}`,
    duration: undoFor,
    action: {
      label: i18next.t('app:action.undo'),
      onPress() {
        over()
        void queue.discard(id)
        onUndo?.()
      },
    },
    onShown: close => followWhileShown(id, close),
    onClose() {
      over()
      void queue.retry(id)
    },
  })
}

const isPutOff = (mutation: Mutation | undefined, now: number) =>
  mutation?.state === 'waiting' && mutation.due_at > now && mutation.failure === null

/** Keeps a write from being sent while the person looks at its notice, and closes the notice once it is sent. */
function followWhileShown(id: string, close: () => void): () => void {
  const queue = mutationQueue()
  const { clock } = queue
  if (!isPutOff(queue.find(id), clock.now())) {
    close()
    return () => undefined
  }
  const unfollow = useMutations.subscribe(() => {
    if (!isPutOff(queue.find(id), clock.now())) close()
  })
  let cancel = clock.after(putOff / 2, again)
  // Notices stay while the pointer or the focus rests on them.
  function again() {
    if (document.visibilityState === 'visible') void queue.postpone(id, clock.now() + putOff)
    cancel = clock.after(putOff / 2, again)
  }
  return () => {
    unfollow()
    cancel()
  }
}

/** Sends what can still be taken back, and resolves with the answers. What does not arrive is sent by the next page. */
export async function sendUndoable(): Promise<void> {
  const ending = [...leaving]
  const calls = ending.map(([id, leave]) => leave(id).then(() => mutationQueue().retry(id)))
  leaving.clear()
  await Promise.allSettled(calls)
}

let isFollowing = false

/** Tells the person of deletions that the server refused, also of those of earlier pages. */
export function followDeletions(): void {
  if (isFollowing) return
  isFollowing = true
  window.addEventListener('pagehide', () => void sendUndoable())
  const tell = () => {
    const { refused, told } = useDeletions.getState()
    if (refused.length === 0) return
    told()
    for (const { title, ...failure } of refused) toast.failure(title, { text: errorText(failure) })
  }
  useDeletions.subscribe(tell)
  tell()
}

interface Discarded {
  /** What the notice says. */
  done: string
  onUndo: () => void
  /** Does what cannot be taken back, for example deleting files: once the notice is gone, or the page goes away. */
  onEnd?: () => void
}

let discarded = 0

/** Tells the person that words of theirs which nobody else has are gone, and offers Undo. */
export function offerUndo({ done, onUndo, onEnd }: Discarded): void {
  followDeletions()
  keepFocus()
  discarded += 1
  const key = `discarded.${discarded}`
  const end = () => {
    if (leaving.delete(key)) onEnd?.()
  }
  leaving.set(key, async () => end())
  toast.success(done, {
    key,
    duration: undoFor,
    action: {
      label: i18next.t('app:action.undo'),
      onPress() {
        leaving.delete(key)
        onUndo()
      },
    },
    onClose: end,
  })
}

/**
 * Takes what was not sent out of the queue, so that it is gone also after a crash, and offers Undo, which puts it back
 * as it was. What is being sent meanwhile stays.
 */
export function discardWithUndo(id: string, { done, onEnd }: Omit<Discarded, 'onUndo'>): void {
  const queue = mutationQueue()
  const mutation = queue.find(id)
  if (!mutation) return
  void queue.discard(id)
  if (!queue.find(id)) offerUndo({ done, onUndo: () => putBack(mutation), ...(onEnd && { onEnd }) })
}

/** Puts back what was discarded, for the person and the workspace that it belongs to. */
export function putBack(mutation: Mutation): void {
  const queue = mutationQueue()
  const { kind, lane, input, state } = mutation
  if (mutation.account !== account()) void queue.bring(mutation)
  else void queue.adopt(kind, lane, input, { ...mutation, state: state === 'sending' ? 'waiting' : state })
}

interface Deletion<E extends Endpoint> extends Pick<DeletionInput, 'of' | 'refused'> {
  keys: readonly (string | number)[]
  endpoint: E
  fields: Input<E>
  /** What the notice says. */
  done: string
  onUndo?: () => void
}

/**
 * Deletes something that lists show with `useUndeleted` or `useIsDeleted`: it disappears at once, and comes back by
 * Undo, or when the server refuses.
 */
export function deleteWithUndo<E extends Endpoint>({ endpoint, fields, done, onUndo, ...rest }: Deletion<E>): void {
  const call = { method: endpoint.method as DeletionInput['method'], path: endpoint.path, fields }
  const input: DeletionInput = { ...rest, ...call, keys: rest.keys.map(String) }
  const leave = (idempotencyKey: string) => sendDeletion(input, { idempotencyKey, keepalive: true })
  sendWithUndo({ kind: deletionMutation, input, done, leave, onUndo })
}

interface Restorable<T> {
  remove: () => Promise<Outcome<T>>
  /** What the notice says, which may depend on the answer. */
  done: string | ((answer: T) => string)
  /** The call that brings it back; null for people who may delete, but not restore. */
  restore: (() => Promise<Outcome<unknown>>) | null
  /** What the person is told when it does not come back. */
  notRestored: string
}

/**
 * Deletes at once what the server keeps after its deletion, and offers Undo, which restores it by another call. When that
 * fails, a notice says why and offers it again. Refusals of the deletion are left to the caller.
 */
export async function deleteRestorable<T>({ remove, done, restore, notRestored }: Restorable<T>): Promise<Outcome<T>> {
  async function takeBack() {
    const outcome = await restore?.()
    if (!outcome || outcome.ok) return
    const action = { label: i18next.t('app:action.tryAgain'), onPress: () => void takeBack() }
    toast.failure(notRestored, { text: errorText(outcome), action })
  }
  // What is deleted may disappear before the call is answered.
  keepFocus()
  const outcome = await remove()
  if (outcome.ok) {
    const action = restore && { label: i18next.t('app:action.undo'), onPress: () => void takeBack() }
    toast.success(typeof done === 'string' ? done : done(outcome.data), {
      duration: undoFor,
      ...(action && { action }),
    })
  }
  return outcome
}

const none: readonly string[] = []

/** The keys of what the person deleted of one kind of thing, whether the server knows of it or not. */
export function useDeleted(of: string): ReadonlySet<string> {
  // The same keys are the same value, so that a list is not drawn again whenever anything else is sent.
  const waiting = useMutations(
    useShallow(({ mutations }) =>
      mutations.flatMap(({ kind, input }) => {
        const { data } = kind === deletionMutation.name ? deletionMutation.input.safeParse(input) : {}
        return data?.of === of ? data.keys : []
      }),
    ),
  )
  const done = useDeletions(state => state.done[of] ?? none)
  return useMemo(() => new Set([...done, ...waiting]), [done, waiting])
}

/** Calls back with the keys of things of one kind that the server has deleted. */
export function onDeleted(of: string, deleted: (keys: readonly string[]) => void): void {
  useDeletions.subscribe(({ done }, before) => {
    const keys = (done[of] ?? none).slice(before.done[of]?.length ?? 0)
    if (keys.length > 0) deleted(keys)
  })
}

/** Returns the items of a list without those that the person deleted. */
export function useUndeleted<T>(of: string, items: readonly T[], keyOf: (item: T) => string | number): readonly T[] {
  const deleted = useDeleted(of)
  // `keyOf` only reads a field, so a new function for it makes no difference.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  return useMemo(
    () => (deleted.size === 0 ? items : items.filter(item => !deleted.has(String(keyOf(item))))),
    [deleted, items],
  )
}
