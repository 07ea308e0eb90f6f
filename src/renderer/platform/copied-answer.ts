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

/** Waits for an answer. If that takes long, `show` displays the copy, and returns whether it could. */
export async function copyMeanwhile<T, S extends z.ZodType>(
  answer: Promise<T>,
  { name, schema }: CopyPlace<S>,
  show: (content: z.infer<S>) => boolean,
): Promise<T> {
  try {
    return await offlineCopies.whileWaiting(answer, name, schema, ({ content, at }) => {
      if (show(content)) useCopiesShown.getState().showCopy(name, at, true)
    })
  } finally {
    useCopiesShown.getState().ended(name)
  }
}

/** Leaves out the address of a person's picture, which expires, so that copies contain none. */
export const withoutPicture = <P extends { user_image: string | null } | null>(person: P): P =>
  person && { ...person, user_image: null }
