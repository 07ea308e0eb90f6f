import { Eye, Monitor, Pause, Play, Square } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session'
import { useShortcut } from '../../platform/shortcuts'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import type { Icon } from '../../ui/icon'
import { useOrganisation } from '../organisations/store'
import { keyOf } from './keys'
import { useWatchingText } from './names'
import { type Sharing, useSharing } from './sharing'
import { pauseSharing, resumeSharing, stopSharing } from './sharing-subscription'
import { WordsReaders } from './slots'
import { useSources } from './store'

/**
 * Shows while the person's screen is shared who is watching, and how to stop. It lies over everything, including
 * dialogs, and cannot be closed [D34]. It is a live region, so that dialogs do not hide it from assistive technology,
 * with announcements off, because the time keeps changing.
 */
export function CaptureStrip({ sharing }: { sharing: Sharing }) {
  const { t } = useTranslation('sources')
  const beside = useSharing(state => state.beside)
  useShortcut({ keys: 'mod+alt+s', label: t('strip.stop') }, () => stopSharing(sharing.where))
  return (
    <>
      <section aria-label={t('strip.label')} aria-live="off" className="bg-capture text-sm text-on-capture">
        <Row sharing={sharing} isSecond={false} />
        {beside && <Row sharing={beside} isSecond />}
      </section>
      <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-capture border-2 border-capture" />
    </>
  )
}

/** The sharing of one computer. The buttons of a second one name it. */
function Row({ sharing, isSecond }: { sharing: Sharing; isSecond: boolean }) {
  const { t } = useTranslation('sources')
  const { where, state, what, since } = sharing
  const isStopping = useSharing(({ isStopping: is }) => is) && where === 'elsewhere'
  // For this computer the desktop app knows the viewers; for another one the page learns them from its feed connection.
  const isKnown = useSources(({ feedStatus }) => feedStatus === 'CONNECTED') || where === 'here'
  const userId = useSession(session => session.userId)
  const jobs = sharing.viewers.filter(({ job_id }) => job_id !== null).length
  const nameOf = (action: string) => (isSecond ? t('strip.other', { action }) : action)
  return (
    <div className="flex min-h-capture items-center gap-3 py-1 pr-3 pl-4 max-md:min-h-[52px] max-md:gap-2.5">
      <span
        aria-hidden="true"
        className="m-1 size-2.5 shrink-0 rounded-full bg-on-capture ring-[1.5px] ring-on-capture/55 ring-offset-[2.5px] ring-offset-capture"
      />
      <p
        role="status"
        className="flex min-w-0 items-center gap-3 max-md:flex-1 max-md:flex-col max-md:items-start max-md:gap-0"
      >
        <Headline sharing={sharing} isStopping={isStopping} />
        {state !== 'reconnecting' &&
          !isStopping &&
          (isKnown ? <Watchers sharing={sharing} /> : <span className="min-w-0 truncate">{t('strip.unknown')}</span>)}
        {userId !== null && !isSecond && (
          <WordsReaders source={{ kind: 'screen', user_id: userId }} jobs={jobs} isInStrip />
        )}
      </p>
      {what && (
        <span className="flex shrink-[2] items-center gap-1.5 overflow-hidden border-l border-on-capture/32 pl-3 whitespace-nowrap max-xl:hidden">
          <Monitor size={16} />
          {what}
        </span>
      )}
      <span className="ml-auto flex shrink-0 items-center gap-3">
        {state === 'sharing' && since && <Elapsed since={since} />}
        {state === 'sharing' && !isStopping && (
          <StripButton
            icon={Pause}
            onClick={() => pauseSharing(where)}
            aria-label={nameOf(t('strip.pause'))}
            className="border-on-capture/45 font-medium max-md:hidden"
          >
            {t('strip.pause')}
          </StripButton>
        )}
        {state === 'paused' && !isStopping && (
          <StripButton
            icon={Play}
            onClick={() => resumeSharing(where)}
            aria-label={nameOf(t('strip.resume'))}
            className="border-on-capture/45 font-medium max-md:hidden"
          >
            {t('strip.resume')}
          </StripButton>
        )}
        <StripButton
          icon={Square}
          onClick={() => stopSharing(where)}
          aria-label={nameOf(t('strip.stop'))}
          className="border-on-capture bg-on-capture font-semibold text-capture [&_svg]:fill-current"
        >
          <span className="max-md:hidden">{t('strip.stop')}</span>
          <span className="md:hidden">{t('strip.stopShort')}</span>
        </StripButton>
      </span>
    </div>
  )
}

function Headline({ sharing: { where, state }, isStopping }: { sharing: Sharing; isStopping: boolean }) {
  const { t } = useTranslation('sources')
  const name = useOrganisation()?.organization_name
  return (
    <span className="max-w-full shrink-0 truncate">
      <strong className="font-semibold">{isStopping ? t('strip.stopping') : t(`strip.${where}.${state}`)}</strong>{' '}
      {!isStopping && where === 'here' && state === 'sharing' && name && (
        <span className="max-md:hidden">{t('strip.with', { name })}</span>
      )}
    </span>
  )
}

/** The names of all viewers; the Source page shows the full list beside the screen. */
function Watchers({ sharing: { viewers } }: { sharing: Sharing }) {
  const textOf = useWatchingText()
  const userId = useSession(state => state.userId)
  const people = viewers.filter(viewer => viewer.job_id === null).slice(0, 3)
  const content = (
    <>
      <Eye size={16} className="max-md:hidden" />
      <span aria-hidden="true" className="flex max-xl:hidden">
        {people.map(({ user_id, name, image }) => (
          <Avatar
            key={user_id}
            name={name}
            id={String(user_id)}
            src={image}
            size={22}
            decorative
            className="ring-2 ring-capture not-first:-ml-1"
          />
        ))}
      </span>
      <span className="truncate">{textOf(viewers)}</span>
    </>
  )
  const className =
    'flex min-w-0 max-w-full items-center gap-2 border-on-capture/32 text-on-capture md:border-l md:pl-3'
  if (userId === null) return <span className={className}>{content}</span>
  return (
    <a
      href={`#/feed?source=${keyOf({ kind: 'screen', user_id: userId })}`}
      className={cx(className, 'no-underline hover:underline')}
    >
      {content}
    </a>
  )
}

function Elapsed({ since }: { since: string }) {
  const { t } = useTranslation('sources')
  const time = useElapsed(since)
  return (
    <span className="tabular-nums max-md:hidden">
      <span className="sr-only">{t('strip.elapsed')} </span>
      {time}
    </span>
  )
}

function StripButton({ icon: Glyph, className, children, ...rest }: ComponentProps<'button'> & { icon: Icon }) {
  return (
    <button
      {...rest}
      type="button"
      className={cx(
        'flex h-control-sm shrink-0 items-center gap-1.5 rounded-sm border px-3 whitespace-nowrap max-md:h-9 pointer-coarse:min-h-touch',
        className,
      )}
    >
      <Glyph size={15} />
      {children}
    </button>
  )
}

const second = 1000

/** Returns the time since an instant as `0:44:52`, updated every second. */
function useElapsed(since: string): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  return clockText(Math.max(0, now - Date.parse(since)))
}

function clockText(ms: number): string {
  const seconds = Math.floor(ms / second)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
