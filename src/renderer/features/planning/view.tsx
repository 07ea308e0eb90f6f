import { CalendarX2, ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useErrorText } from '../../i18n/texts'
import { addDays } from '../../platform/days'
import { useFormat } from '../../platform/format'
import { useShortcut } from '../../platform/shortcuts'
import { usePageTitle } from '../../platform/title'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneHeader } from '../../ui/pane'
import { Segmented } from '../../ui/segmented'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useViewport } from '../../ui/use-media'
import { AddButton } from './add-button'
import { HoursOf } from './own-hours'
import { PersonChips } from './person-chips'
import { ReportBar } from './report-bar'
import { noonOf, shownDays, shownPeople, today, useSchedule } from './store'
import { TimeGrid } from './time-grid'

/** The schedule: a column for each person, or for each day of a week [ui.md, Schedule]. */
export function View() {
  const { t } = useTranslation(['planning', 'app'])
  const navigate = useNavigate()
  const errorText = useErrorText()
  const { calendarDay, dayInSentence, shortDay } = useFormat()
  const { day, view, people, items, status, failure } = useSchedule()
  const isPhone = useViewport() === 'phone'
  const days = shownDays({ day, view })
  const first = days[0] ?? today()
  const dayTitle = isPhone ? shortDay(noonOf(first)) : calendarDay(first)
  const title =
    view === 'day' ? dayTitle : t('week', { from: dayInSentence(first), to: dayInSentence(days.at(-1) ?? first) })
  usePageTitle(t('title'))
  const step = (direction: 1 | -1) =>
    useSchedule.getState().show({ day: addDays(day ?? today(), direction * (view === 'day' ? 1 : 7)) })
  useShortcut({ keys: '[', label: t('previous'), group: t('title') }, () => step(-1))
  useShortcut({ keys: ']', label: t('next'), group: t('title') }, () => step(1))
  const shown = shownPeople({ people, view })
  // A phone shows one person, or one day.
  const columns = days.flatMap(date => shown.map(user_id => ({ user_id, date })))

  return (
    <Pane as="main" kind="canvas" aria-label={t('title')}>
      <PaneHeader
        title={title}
        back={{ label: t('back'), onPress: () => void navigate('/home/spaces') }}
        actions={
          <>
            <IconButton icon={ChevronLeft} label={t('previous')} keys="[" onClick={() => step(-1)} />
            <Button size="sm" onClick={() => useSchedule.getState().show({ day: null })}>
              {t('today')}
            </Button>
            <IconButton icon={ChevronRight} label={t('next')} keys="]" onClick={() => step(1)} />
            <span className="max-md:hidden">
              <Segmented
                label={t('view')}
                options={[
                  { value: 'day', label: t('day') },
                  { value: 'week', label: t('weekView') },
                ]}
                value={view}
                onChange={next => useSchedule.getState().show({ view: next })}
              />
            </span>
            <AddButton />
          </>
        }
      />
      {isPhone && <PersonChips />}
      {status === 'failed' && items.length === 0 ? (
        <LoadFailed
          title={t('failed')}
          text={failure && errorText(failure)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void useSchedule.getState().load()}
        />
      ) : status === 'idle' || (status === 'loading' && items.length === 0) ? (
        <SkeletonRows label={t('loading')} />
      ) : items.length === 0 ? (
        <StateBlock
          tone="neutral"
          icon={CalendarX2}
          title={t('free')}
          text={t('freeText')}
          actions={shown.map(user_id => <HoursOf key={user_id} user_id={user_id} />)}
        />
      ) : (
        <TimeGrid columns={isPhone ? columns.slice(0, 1) : columns} byDay={view === 'week'} />
      )}
      <ReportBar />
    </Pane>
  )
}
