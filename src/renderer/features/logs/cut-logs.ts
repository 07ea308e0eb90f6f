import { logsByIds } from '#shared/contract/logs/endpoints'
import type { EventLog } from '#shared/contract/logs/events'
import type { Log } from '#shared/contract/logs/log'
import { backoff } from '#shared/rules/retry'
import { call } from '../../platform/api'
import { spreadDelay } from '../../platform/live'
import { mutationQueue } from '../../platform/mutation-queue/store'
import { useSession } from '../../platform/session'
import { arrived } from './outbox'
import { useTimelines } from './store'

/** The largest number of ids in one call. */
const maxIdsPerCall = 100

let organization = 0
/** Logs to be read, by id, as their events announced them. */
const wanted = new Map<number, EventLog>()
let isPlanned = false
let failures = 0

/**
 * Shows a log of which an event left the text out: it is read soon, together with others. What no timeline shows and
 * this device did not send is not read.
 */
export function readCut(log: EventLog): void {
  const { organizationId } = useSession.getState()
  if (organization !== organizationId) wanted.clear()
  organization = organizationId
  if (isWanted(log)) wanted.set(log.id, log)
  plan(spreadDelay())
}

/** Whether the document's timeline is in memory without this revision of the log, or the log was sent from here. */
function isWanted({ id, doc_id, revision, client_id }: EventLog): boolean {
  const timeline = useTimelines.getState().timelines[doc_id]
  if (!timeline) return client_id !== null && mutationQueue().find(client_id) !== undefined
  return ![...timeline.logs, ...timeline.arrivals].some(log => log.id === id && log.revision >= revision)
}

function plan(delay: number): void {
  if (isPlanned || wanted.size === 0) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    void read()
  }, delay)
}

async function read(): Promise<void> {
  for (const [id, log] of wanted) if (!isWanted(log)) wanted.delete(id)
  const ids = [...wanted.keys()].slice(0, maxIdsPerCall)
  const asked = organization
  const isElsewhere = () => useSession.getState().organizationId !== asked
  if (ids.length === 0 || isElsewhere()) return
  const outcome = await call(logsByIds, { doc_log_ids: ids })
  if (isElsewhere()) return
  failures = outcome.ok ? 0 : failures + 1
  if (outcome.ok) {
    for (const log of outcome.data) show(log, wanted.get(log.id))
    for (const id of ids) wanted.delete(id)
  }
  plan(outcome.ok ? spreadDelay() : backoff(failures, Math.random()))
}

/** A corrected log keeps its place, if it has one. */
function show(log: Log, announced: EventLog | undefined): void {
  if (log.revision > 0) useTimelines.getState().correct(log)
  if (announced?.revision === 0) arrived({ ...log, client_id: announced.client_id })
}
