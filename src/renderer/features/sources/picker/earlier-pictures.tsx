import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Temporal } from 'temporal-polyfill'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { Loading, Skeleton } from '../../../ui/skeleton'
import type { SourceKey } from '../keys'
import { useSources } from '../store'
import type { Choice } from './choice'
import { useExactTime, useZone } from './exact-time'
import { Thumbnail } from './thumbnail'
import { useEarlier } from './use-earlier'

/** The kept pictures of a source from one day, newest first; starts with the day of the last picture. */
export function EarlierPictures({ source, choice }: { source: SourceKey; choice: Choice }) {
  const { t } = useTranslation(['sources', 'app'])
  const { dayKey } = useFormat()
  const zone = useZone()
  const exactTime = useExactTime()
  const today = dayKey(Date.now())
  const last = useSources(state => state.pictures[source]?.taken_at)
  const [day, setDay] = useState(last ? dayKey(last) : today)
  const [until, setUntil] = useState('')
  const { items: frames, status, next, more, load, loadMore, renew } = useEarlier(source, daySpan(day, until, zone))
  return (
    <section aria-label={t('pick.earlier')} className="mt-5">
      <div className="flex flex-wrap items-end gap-2">
        <h3 className="mr-auto text-sm font-semibold max-md:basis-full">{t('pick.earlier')}</h3>
        <TextField
          type="date"
          label={t('pick.day')}
          max={today}
          value={day}
          onChange={event => setDay(event.target.value)}
          className="max-md:flex-1"
        />
        <TextField
          type="time"
          label={t('pick.until')}
          value={until}
          onChange={event => setUntil(event.target.value)}
          className="max-md:flex-1"
        />
      </div>
      <ul aria-label={t('pick.earlier')} className="mt-3 grid grid-cols-3 gap-2 md:grid-cols-4">
        {frames.map(frame => {
          const time = exactTime(frame.taken_at)
          const isChosen = choice.has(frame.id)
          return (
            <li key={frame.id}>
              <Thumbnail
                frame={frame}
                time={time}
                label={t('pick.pictureOf', { time })}
                isChosen={isChosen}
                disabled={!isChosen && choice.isFull}
                onToggle={() => choice.toggle(frame.id)}
                renew={renew}
              />
            </li>
          )
        })}
      </ul>
      {(status === 'idle' || status === 'loading') && frames.length === 0 && (
        <Loading label={t('record.loading')} className="grid grid-cols-3 gap-2 md:grid-cols-4">
          {[1, 2, 3, 4].map(index => (
            <Skeleton key={index} height={72} />
          ))}
        </Loading>
      )}
      {status === 'ready' && frames.length === 0 && <p className="text-sm text-muted">{t('pick.none')}</p>}
      {(status === 'failed' || more === 'failed') && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('logged.failed')}
          <Button size="sm" icon={RefreshCw} onClick={() => void (status === 'failed' ? load() : loadMore())}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {next !== null && more !== 'failed' && (
        <div className="mt-3 flex justify-center">
          <Button size="sm" loading={more === 'loading'} onClick={() => void loadMore()}>
            {t('record.more')}
          </Button>
        </div>
      )}
    </section>
  )
}

/**
 * Returns a day `YYYY-MM-DD` of a zone as instants; `until`, `HH:MM`, ends it after that minute. Null while one of them
 * is incomplete.
 */
function daySpan(day: string, until: string, zone: string): { from: string; to: string } | null {
  try {
    const date = Temporal.PlainDate.from(day)
    const begin = date.toZonedDateTime(zone)
    const end =
      until === ''
        ? date.add({ days: 1 }).toZonedDateTime(zone)
        : date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(until) }).add({ minutes: 1 })
    const instant = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds).toISOString()
    return { from: instant(begin), to: instant(end) }
  } catch {
    return null
  }
}
