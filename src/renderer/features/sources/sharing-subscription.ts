import i18next from 'i18next'
import type { Bridge, CaptureStatus } from '#shared/contract/desktop'
import type { FeedRequest } from '#shared/contract/sources/endpoints'
import { feed as limits } from '#shared/contract/sources/limits'
import type { Clock } from '../../platform/clock'
import { desktop } from '../../platform/desktop'
import { logError } from '../../platform/log'
import { useSession } from '../../platform/session'
import { toast } from '../../ui/toast'
import { keyOf } from './keys'
import { type Sharing, useSharing } from './sharing'
import { useSources, type Watched } from './store'
import { currentLine } from './watching'

/** Milliseconds until the server has certainly received the state of sharing on this computer. */
const reportDelay = 5_000
/** The length to which the server cuts the name of a source. */
const maxNameLength = 200

/** The capture state last reported by the main process; null in the web build. */
let capture: CaptureStatus | null = null
let clock: Clock | null = null
let forgetRefresh = () => {}
let cancelDistrust = () => {}
/** Until this time the feed may not know the state of sharing on this computer. */
let feedTrustedAfter = 0
/** A request to another computer that waits for a connection. */
let unsent: FeedRequest | null = null

function fromHere({ sharing, what, since, viewers }: CaptureStatus): Sharing | null {
  return sharing === 'off' ? null : { where: 'here', state: sharing, what, since, viewers }
}

/** The person's own screen as the feed reports it. */
function fromElsewhere({ feed, viewers }: Watched): Sharing | null {
  const { userId } = useSession.getState()
  const own = feed?.screen_sharing_users.find(screen_sharing_user => screen_sharing_user.user.user_id === userId)
  if (!own || own.state === 'off' || userId === null) return null
  const { state, what, since } = own
  return { where: 'elsewhere', state, what, since, viewers: viewers[keyOf({ kind: 'screen', user_id: userId })] ?? [] }
}

/**
 * Whether a report of the feed is about another computer. The feed reports one state for all computers of a person, so
 * a state that differs from this computer's belongs to another one.
 */
function isBeside({ state, what }: Sharing, other: Sharing): boolean {
  // The name on this computer may be longer than the reported one.
  return state !== 'reconnecting' && (other.state !== state || other.what !== (what?.slice(0, maxNameLength) ?? null))
}

function distrustFeed(): void {
  feedTrustedAfter = (clock?.elapsed() ?? 0) + reportDelay
  cancelDistrust()
  cancelDistrust = clock?.after(reportDelay, derive) ?? (() => {})
}

function derive(): void {
  const { now: before, beside: besideBefore, isStopping, show } = useSharing.getState()
  const here = capture && fromHere(capture)
  const was = before?.where === 'here' ? before : null
  if (was?.state !== here?.state || was?.what !== here?.what) distrustFeed()
  const isBelieved = (clock?.elapsed() ?? 0) >= feedTrustedAfter
  const sources = useSources.getState()
  const isKnown = besideBefore !== null || before?.where === 'elsewhere'
  const elsewhere = isBelieved || isKnown ? fromElsewhere(sources) : null
  const now = here ?? elsewhere
  const isOther = here && elsewhere && isBelieved && sources.feedStatus === 'CONNECTED' && isBeside(here, elsewhere)
  const beside = isOther ? elsewhere : null
  if (now === null && before === null) return
  show(now, beside)
  if (now?.where !== before?.where) refreshSoon()
  if (now) return
  unsent = null
  if (before?.where === 'here') announceEnd(capture)
  else if (isStopping && useSources.getState().feed)
    toast.success(i18next.t('sources:after.byYou'), { text: i18next.t('sources:after.nothing') })
}

function announceEnd(status: CaptureStatus | null): void {
  const byWhom = status?.state === 'stopped_by_hand' ? 'byYou' : 'byOthers'
  const count = status?.pictures_taken ?? 0
  toast.success(i18next.t(`sources:after.${byWhom}`), {
    text: `${i18next.t('sources:after.taken', { count })} ${i18next.t('sources:after.nothing')}`,
    action: {
      label: i18next.t('sources:after.see'),
      onPress: () => {
        location.hash = '#/feed/mine'
      },
    },
  })
}

/** Reads the sources one second after sharing started or ended, when the server knows about it [4.10, 4.11b, 9.5]. */
function refreshSoon(): void {
  forgetRefresh()
  forgetRefresh =
    clock?.after(limits.refreshAfter, () => {
      if (useSources.getState().status !== 'idle') void useSources.getState().refresh()
    }) ?? (() => {})
}

/** Stops sharing: at once on this computer, or as soon as the other computer receives it. */
export function stopSharing(where: Sharing['where']): void {
  if (where === 'here') void ask(desktop(), 'stopCapture')
  else {
    useSharing.getState().stopping()
    send({ event: 'stop_sharing' })
    refreshSoon()
  }
}

export function pauseSharing(where: Sharing['where']): void {
  if (where === 'here') void ask(desktop(), 'pauseCapture')
  else send({ event: 'pause_sharing' })
}

export function resumeSharing(where: Sharing['where']): void {
  if (where === 'here') void ask(desktop(), 'resumeCapture')
  else send({ event: 'resume_sharing' })
}

async function ask(bridge: Bridge | null, what: 'stopCapture' | 'pauseCapture' | 'resumeCapture'): Promise<void> {
  try {
    const status = await bridge?.[what]()
    if (status) captured(status)
  } catch (cause) {
    logError(`The desktop app did not ${what}.`, cause)
    toast.failure(i18next.t('sources:strip.failed'), { key: 'sources.strip' })
  }
}

function send(request: FeedRequest): void {
  unsent = currentLine()?.send(request) ? null : request
}

/** Sends the waiting request over the new connection. */
export function sendUnsent(): void {
  if (unsent) send(unsent)
}

function captured(status: CaptureStatus): void {
  capture = status
  derive()
}

/** Updates the capture strip from this computer's capture state and the feed. Returns the function that stops it. */
export function subscribeToSharing(ticks: Clock, bridge: Bridge | null): () => void {
  clock = ticks
  const stops = [
    useSources.subscribe((sources, before) => {
      // The feed's data about this computer dates from before it was disconnected.
      if (sources.feedStatus !== before.feedStatus && capture && fromHere(capture)) distrustFeed()
      derive()
    }),
    useSession.subscribe(derive),
  ]
  if (bridge) {
    stops.push(bridge.on.captureChanged(captured))
    bridge
      .captureStatus()
      .then(captured)
      .catch((cause: unknown) => logError('The desktop app did not return the capture status.', cause))
  }
  derive()
  return () => {
    for (const stop of stops) stop()
    forgetRefresh()
    cancelDistrust()
    capture = null
    feedTrustedAfter = 0
    unsent = null
    useSharing.getState().show(null, null)
  }
}
