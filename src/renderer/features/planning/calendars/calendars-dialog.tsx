import { CalendarPlus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteBusyTimes } from '#shared/contract/planning/calendars'
import { planning as limits } from '#shared/contract/planning/limits'
import { useErrorText } from '../../../i18n/texts'
import { serverOrigin } from '../../../platform/desktop-app'
import { useFormat } from '../../../platform/format'
import { onEvent } from '../../../platform/live'
import { browserTimeZone, usePreferences } from '../../../platform/preferences'
import { useSession } from '../../../platform/session'
import { Dialog } from '../../../ui/dialog'
import { FileButton } from '../../../ui/file-button'
import { IconButton } from '../../../ui/icon-button'
import { LoadFailed } from '../../../ui/load-failed'
import { SecretAddress } from '../../../ui/secret-address'
import { SkeletonRows } from '../../../ui/skeleton'
import { deleteWithUndo, useUndeleted } from '../../undo/store'
import { useCalendars } from './store'
import { SubscribeForm, SubscriptionState } from './subscribe-form'

/** The person’s address for calendar programs, and the calendars whose times are kept free. */
export function CalendarsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['planning', 'app'])
  const errorText = useErrorText()
  const { known, failure } = useCalendars()
  useEffect(() => {
    void useCalendars.getState().load()
    const self = useSession.getState().userId
    // A calendar was read at its address, or a change came from another device.
    return onEvent('schedule.changed', ({ user_id }) => {
      if (user_id === self) void useCalendars.getState().load()
    })
  }, [])
  return (
    <Dialog open onClose={onClose} title={t('calendars.title')} closeLabel={t('app:action.close')}>
      {known === null && failure === null && <SkeletonRows rows={3} label={t('calendars.loading')} />}
      {known === null && failure !== null && (
        <LoadFailed
          title={t('calendars.failed')}
          text={errorText(failure)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void useCalendars.getState().load()}
        />
      )}
      {known !== null && (
        <div className="flex flex-col gap-6">
          <Feed />
          <Busy />
        </div>
      )}
    </Dialog>
  )
}

function Feed() {
  const { t } = useTranslation(['planning', 'app'])
  const errorText = useErrorText()
  const format = useFormat()
  const feed = useCalendars(state => state.known?.feed ?? null)
  const [address, setAddress] = useState<string | null>(null)
  const state = address ? 'shown' : feed === null ? 'off' : 'on'
  return (
    <section aria-label={t('calendars.feed')} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('calendars.feed')}</h3>
      <p className="text-sm text-muted">{t(`calendars.feedIs.${state}`)}</p>
      <SecretAddress
        isGiven={feed !== null}
        address={address}
        note={feed?.last_read_at ? t('calendars.lastRead', { time: format.dayAndTime(feed.last_read_at) }) : undefined}
        words={{
          field: t('calendars.address'),
          copy: t('calendars.copy'),
          copied: t('calendars.copied'),
          notCopied: t('calendars.notCopied'),
          make: t('calendars.make'),
          renew: t('calendars.renew'),
          end: t('calendars.end'),
          failed: t('calendars.notChanged'),
          asks: { renew: t('calendars.asks.renew'), end: t('calendars.asks.end') },
          askText: t('calendars.askText'),
          cancel: t('app:action.cancel'),
          close: t('app:action.close'),
        }}
        onRenew={async isOn => {
          const outcome = await useCalendars.getState().renew(isOn)
          if (!outcome.ok) return errorText(outcome)
          setAddress(outcome.data.path && `${serverOrigin()}${outcome.data.path}`)
          return null
        }}
      />
    </section>
  )
}

const none: never[] = []

/** How far ahead busy times are kept, in milliseconds. */
const kept = 366 * 86_400_000

function Busy() {
  const { t } = useTranslation('planning')
  const errorText = useErrorText()
  const format = useFormat()
  const known = useCalendars(state => state.known?.busy ?? none)
  const busy = useUndeleted('calendar', known, calendar => calendar.calendar_id)
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const [problem, setProblem] = useState<string | null>(null)
  const [isWorking, setWorking] = useState(false)

  async function take([file]: readonly File[]) {
    if (!file) return
    setProblem(null)
    setWorking(true)
    setProblem(await importFrom(file))
    setWorking(false)
  }
  /** Returns what went wrong. */
  async function importFrom(file: File): Promise<string | null> {
    const [{ busyTimesIn, NotACalendar }, { default: ical }] = await Promise.all([
      import('#shared/rules/busy-times'),
      import('ical.js'),
    ])
    const now = Date.now()
    try {
      const times = busyTimesIn(await file.text(), { ical, from: now, to: now + kept, zone })
      if (times.length === 0) return t('calendars.nothing', { name: file.name })
      const name =
        file.name
          .replace(/\.ics$/i, '')
          .trim()
          .slice(0, limits.calendarName) || t('calendars.unnamed')
      const outcome = await useCalendars.getState().take(name, times)
      return outcome.ok ? null : errorText(outcome)
    } catch (cause) {
      if (cause instanceof NotACalendar) return t('calendars.noCalendar', { name: file.name })
      throw cause
    }
  }
  function remove(calendar_id: number, name: string): void {
    deleteWithUndo({
      ...{ of: 'calendar', keys: [calendar_id], endpoint: deleteBusyTimes, fields: { calendar_id } },
      ...{ done: t('calendars.deleted', { name }), refused: t('calendars.notDeleted', { name }) },
    })
  }
  return (
    <section aria-label={t('calendars.busy')} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('calendars.busy')}</h3>
      <p className="text-sm text-muted">{t('calendars.busyText')}</p>
      {busy.length > 0 && (
        <ul className="flex flex-col gap-1">
          {busy.map(({ calendar_id, name, times, until, subscription }) => (
            <li key={calendar_id} className="flex items-center gap-2 rounded-sm border border-line px-3 py-1.5">
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium">{name}</span>
                <span className="block text-xs text-muted">
                  {t('calendars.times', { count: times })}
                  {until && `, ${t('calendars.until', { day: format.dayInSentence(format.dayKey(until)) })}`}
                </span>
                {subscription && <SubscriptionState {...subscription} />}
              </span>
              <IconButton
                icon={Trash2}
                label={t('calendars.delete', { name })}
                needsServer
                onClick={() => remove(calendar_id, name)}
              />
            </li>
          ))}
        </ul>
      )}
      <FileButton
        size="sm"
        icon={CalendarPlus}
        className="self-start"
        accept=".ics,text/calendar"
        loading={isWorking}
        onFiles={files => void take(files)}
      >
        {t('calendars.import')}
      </FileButton>
      {problem && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <SubscribeForm />
    </section>
  )
}
