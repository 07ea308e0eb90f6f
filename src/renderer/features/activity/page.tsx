import { Activity, CalendarDays, SearchX, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { onResync, reloadOn } from '../../platform/live'
import { MenuActions } from '../../platform/menu-actions'
import { useSession } from '../../platform/session'
import { useAction } from '../../platform/shortcuts'
import { usePageTitle } from '../../platform/title'
import { Button } from '../../ui/button'
import { Drawer } from '../../ui/drawer'
import { TextField } from '../../ui/field'
import { IconButton } from '../../ui/icon-button'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneBody, PaneHeader, Panes } from '../../ui/pane'
import { Popover } from '../../ui/popover'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useViewport } from '../../ui/use-media'
import { PlanNeeded } from '../organisations/slots'
import { useOrganisation } from '../organisations/store'
import { DaySide } from './day-side'
import { Feed } from './feed'
import { Filters } from './filters'
import { type ActivityQuery, useActivity, useActivityDay } from './store'
import { boundsOf, noFilters, useActivityQuery } from './use-activity-query'

/** What happened in the workspace [2.9]. */
export function ActivityPage() {
  const { t } = useTranslation('activity')
  usePageTitle(t('title'))
  // Other workspaces, perhaps chosen in another tab, reuse ids.
  const organizationId = useSession(state => state.organizationId)
  return <ActivityPanes key={organizationId} />
}

function ActivityPanes() {
  const { t } = useTranslation(['activity', 'app'])
  const { day, calendarDay, dayKey } = useFormat()
  const viewport = useViewport()
  const { filters, query, change } = useActivityQuery()
  const [isFiltering, setFiltering] = useState(false)
  const hasItems = useActivity(state => state.items.length > 0)
  const isFree = useOrganisation()?.is_premium === false
  // Known before the answer, so that no filters are shown that go away again.
  const isRefused = useActivity(
    ({ failure, status }) => failure?.code === 'plan.required' || (isFree && status !== 'ready'),
  )
  const shownDay = filters.on || dayKey(Date.now())
  useLoaded(query, shownDay)
  const dayName = filters.on && filters.on !== dayKey(Date.now()) ? calendarDay(filters.on) : day(Date.now())
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <Panes>
      {viewport !== 'phone' && !isRefused && (
        <Pane kind="list" as="aside" aria-label={t('filter.title')}>
          <PaneHeader plain headingLevel={2} title={t('filter.title')} />
          <PaneBody>
            <Filters chosen={filters} onChange={change} />
          </PaneBody>
        </Pane>
      )}
      <Pane as="main">
        {!isRefused && (
          <MenuActions
            entries={[
              { label: t('filter.clear'), disabled: !isFiltered, onSelect: () => change(noFilters) },
              ...(viewport === 'phone' ? [{ label: t('filter.title'), onSelect: () => setFiltering(true) }] : []),
            ]}
            group={t('title')}
          />
        )}
        <PaneHeader
          title={t('title')}
          subtitle={filters.on ? dayName : undefined}
          actions={
            !isRefused && (
              <>
                {isFiltered && (
                  <Button size="sm" variant="quiet" icon={X} onClick={() => change(noFilters)}>
                    {t('filter.clear')}
                  </Button>
                )}
                <DayChoice on={filters.on} onChange={on => change({ on })} />
                {viewport === 'phone' && (
                  <IconButton icon={SlidersHorizontal} label={t('filter.title')} onClick={() => setFiltering(true)} />
                )}
              </>
            )
          }
        />
        {hasItems ? <Feed /> : <State isFiltered={isFiltered} onClear={() => change(noFilters)} />}
      </Pane>
      {viewport === 'desktop' && !isRefused && (
        <Pane as="aside" aria-label={t('side.title')} className="w-drawer-narrow flex-none border-l border-line">
          <PaneHeader headingLevel={2} title={t('side.title')} />
          <PaneBody>
            <DaySide day={dayName} />
          </PaneBody>
        </Pane>
      )}
      {viewport === 'phone' && (
        <Drawer
          open={isFiltering}
          onClose={() => setFiltering(false)}
          title={t('filter.title')}
          closeLabel={t('app:action.close')}
        >
          <div className="-mx-4">
            <Filters chosen={filters} onChange={change} />
          </div>
        </Drawer>
      )}
    </Panes>
  )
}

/** Events after which there may be something new. */
const newsOf = [
  'log.added',
  'task.changed',
  'comment.changed',
  'job.run_changed',
  'job.changed',
  'member.joined',
  'member.changed',
  'member.removed',
  'screen.started',
  'screen.stopped',
  'document.access_changed',
  'screen.access_changed',
  'camera.changed',
] as const

/** Loads what the filters show, and finds out what is new while the page is open. */
function useLoaded(query: ActivityQuery, day: string): void {
  const { dayKey } = useFormat()
  useEffect(() => {
    void useActivity.getState().search(query)
  }, [query])
  useEffect(() => {
    const { kinds: _kinds, ...filter } = query
    const count = () => void useActivityDay.getState().search({ ...filter, ...boundsOf(day, dayKey) })
    count()
    const look = async () => {
      count()
      await useActivity.getState().look()
      const { items, fresh, load } = useActivity.getState()
      // Nobody reads an empty list.
      if (items.length === 0 && fresh > 0) await load()
    }
    const ends = [reloadOn(newsOf, () => void look()), onResync(() => void look())]
    return () => {
      for (const end of ends) end()
    }
  }, [query, day, dayKey])
}

/** The day that is shown; all days without one. */
function DayChoice({ on, onChange }: { on: string; onChange: (on: string) => void }) {
  const { t } = useTranslation('activity')
  const { dayKey } = useFormat()
  const [isOpen, setOpen] = useState(false)
  useAction({ label: t('filter.day'), group: t('title') }, () => setOpen(true))
  return (
    <Popover
      label={t('filter.day')}
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      content={close => (
        <TextField
          type="date"
          label={t('filter.day')}
          max={dayKey(Date.now())}
          value={on}
          onChange={event => {
            onChange(event.target.value)
            if (event.target.value) close()
          }}
        />
      )}
    >
      {trigger => <IconButton {...trigger} icon={CalendarDays} label={t('filter.day')} />}
    </Popover>
  )
}

/** What is shown while there is nothing to list. */
function State({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation(['activity', 'app'])
  const errorText = useErrorText()
  const { status, failure } = useActivity()
  if (failure?.code === 'plan.required') return <PlanNeeded title={t('premium.title')} text={t('premium.text')} />
  if (status === 'failed')
    return (
      <LoadFailed
        title={t('failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useActivity.getState().load()}
      />
    )
  if (status !== 'ready') return <SkeletonRows label={t('loading')} />
  if (isFiltered)
    return (
      <StateBlock
        icon={SearchX}
        tone="neutral"
        title={t('none.title')}
        text={t('none.text')}
        actions={
          <Button size="sm" onClick={onClear}>
            {t('filter.clear')}
          </Button>
        }
      />
    )
  return <StateBlock icon={Activity} title={t('empty.title')} text={t('empty.text')} />
}
