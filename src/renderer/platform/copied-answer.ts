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
      if (show(content)) showCopy(name, at, true)
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

/** Leaves out the address of a person's picture, which expires, so that copies contain none. */
export const withoutPicture = <P extends { user_image: string | null } | null>(person: P): P =>
  person && { ...person, user_image: null }
