import type { AppContext } from '../../../platform/app-context'
import { Thread } from '../../../platform/threads'
import { busyWork } from './busy-work'
import type { Wanted } from './fetch-caldav'
import type { Fetched } from './fetch-calendar'

type Work = typeof busyWork

/** How long a calendar may take to be read, in milliseconds: a rule may have no occurrence and no end. */
const readWithin = 15_000
/** How long all calls to a CalDAV server may take together with the reading of their answers. */
const askWithin = 90_000

/** The busy times of a calendar file; null if it is none, or cannot be read in time. */
export const busyTimesOf = (input: Parameters<Work['times']>[0]) =>
  inThread<ReturnType<Work['times']>>('times', input, { within: readWithin, otherwise: null })

/** Reads calendars at a CalDAV server. */
export const calendarsAt = ({ settings }: AppContext, address: URL, wanted: Wanted): Promise<Fetched> =>
  inThread<Fetched>(
    'caldav',
    { ...wanted, address: address.href, allowed: settings.CALENDAR_ALLOWED_NETWORKS },
    { within: askWithin, otherwise: { outcome: 'failed', failure: 'unreachable' } },
  )

/** Reads what comes from outside in a thread of its own, which is ended afterwards. */
async function inThread<T>(
  name: keyof Work,
  input: unknown,
  { within, otherwise }: { within: number; otherwise: T },
): Promise<T> {
  const address = new URL('./busy-thread.ts', import.meta.url)
  // A thread cannot load the TypeScript sources.
  if (address.pathname.endsWith('.ts')) return busyWork[name](input as never) as T | Promise<T>
  const thread = new Thread(address)
  const timer = setTimeout(() => void thread.end(), within)
  try {
    return (await thread.ask({ name, input })) as T
  } catch {
    return otherwise
  } finally {
    clearTimeout(timer)
    await thread.end()
  }
}
