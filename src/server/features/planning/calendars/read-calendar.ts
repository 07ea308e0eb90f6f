import { Thread } from '../../../platform/threads'
import { busyWork } from './busy-work'

/** How long a calendar may take to be read, in milliseconds: a rule may have no occurrence and no end. */
const readWithin = 15_000

/**
 * The busy times of a calendar file; null if it is none, or cannot be read in time. It is read in a thread of its own, which
 * is ended afterwards, because the file comes from outside.
 */
export async function busyTimesOf(
  input: Parameters<typeof busyWork.times>[0],
): Promise<ReturnType<typeof busyWork.times>> {
  const address = new URL('./busy-thread.ts', import.meta.url)
  // A thread cannot load the TypeScript sources.
  if (address.pathname.endsWith('.ts')) return busyWork.times(input)
  const thread = new Thread(address)
  const timer = setTimeout(() => void thread.end(), readWithin)
  try {
    return (await thread.ask({ name: 'times', input })) as ReturnType<typeof busyWork.times>
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    await thread.end()
  }
}
