import type { Clock } from '../clock'

/** Waits on the clock; returns early if the signal is aborted. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const wake = () => {
      cancel()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const cancel = clock.after(milliseconds, wake)
    signal.addEventListener('abort', wake)
  })
}

/** The result of the work. If the signal is aborted first, throws its reason and ignores the work. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave)
  })
  if (signal.aborted) leave()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
