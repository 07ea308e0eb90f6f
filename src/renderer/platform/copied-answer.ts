import type { z } from 'zod'
import { useCopiesShown } from './copies-shown'
import { offlineCopies } from './offline-copies'

/** A copy of an answer. The strip shows its age under the same name. */
export interface CopyPlace<S extends z.ZodType> {
  name: string
  schema: S
}

/** Codes of failures without any answer from the server. */
export const isUnreachable = (code: string): boolean => ['network.failed', 'server.unavailable'].includes(code)

/** Returns the copy in place of a failed call. */
export async function copyInsteadOf<S extends z.ZodType>(
  code: string,
  { name, schema }: CopyPlace<S>,
): Promise<z.infer<S> | null> {
  if (!isUnreachable(code)) return null
  const copy = await offlineCopies.read(name, schema)
  if (!copy) return null
  useCopiesShown.getState().showCopy(name, copy.at)
  return copy.content
}

/**
 * Waits for an answer: an outcome, or data whose promise is rejected on failure. If that takes long, `show` displays the
 * copy, and returns whether it could. The copy counts as replaced in the moment in which the answer is there, so that the
 * strip does not say in between that the server cannot be reached.
 */
export async function copyMeanwhile<T, S extends z.ZodType>(
  answer: Promise<T>,
  { name, schema }: CopyPlace<S>,
  show: (content: z.infer<S>) => boolean,
): Promise<T> {
  const { showCopy, failed, isFresh } = useCopiesShown.getState()
  try {
    const answered = await offlineCopies.whileWaiting(answer, name, schema, ({ content, at }) => {
      const isMarked = name in useCopiesShown.getState().shown
      // Marked first, so that nobody who follows what is shown copies it again as if it were new.
      if (!isMarked) showCopy(name, at, true)
      if (!show(content)) {
        if (!isMarked) isFresh(name)
      } else if (isMarked) showCopy(name, at, true)
    })
    if (isFailure(answered)) failed(name)
    else isFresh(name)
    return answered
  } catch (cause) {
    failed(name)
    throw cause
  }
}

const isFailure = (answered: unknown): boolean =>
  typeof answered === 'object' && answered !== null && 'ok' in answered && answered.ok === false

/** Where a copy may be shown. */
export interface CopyScreen<C> {
  /** Whether nothing is shown there yet. */
  isEmpty(): boolean
  show(content: C): void
}

/** Waits for an answer, and shows the copy if that takes long or the server cannot be reached, where there is nothing yet. */
export async function answerOrCopy<S extends z.ZodType, O extends { ok: true } | { ok: false; code: string }>(
  asked: Promise<O>,
  place: CopyPlace<S>,
  { isEmpty, show }: CopyScreen<z.infer<S>>,
): Promise<O> {
  const outcome = await copyMeanwhile(asked, place, copy => {
    const isShown = isEmpty()
    if (isShown) show(copy)
    return isShown
  })
  const copy = outcome.ok || !isEmpty() ? null : await copyInsteadOf(outcome.code, place)
  if (copy !== null) show(copy)
  return outcome
}
