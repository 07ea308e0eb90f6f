import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserClock, type Clock } from '../../../platform/clock'
import { useFormat } from '../../../platform/format'
import { useShortcut } from '../../../platform/shortcuts'
import { IconButton } from '../../../ui/icon-button'
import { ListSearch } from '../../../ui/list-search'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { Segmented } from '../../../ui/segmented'
import { PlanLimitNote } from '../../organisations/slots'
import { useUndeleted } from '../../undo/store'
import { isEnded, useCurrentJobs, useEndedJobs, useJobs } from '../store'
import { JobRows } from './job-rows'
import type { Shown } from './sections'

/** Milliseconds between the last key press and the search. */
export const searchDelay = 200

interface Props {
  /** The open job; null for none. */
  current: number | 'new' | null
  /** Null for people who may not create jobs. */
  onNew: (() => void) | null
  /** False where the examples stand beside the list. */
  hasExamples?: boolean
  clock?: Clock
}

/** The jobs that the person may see, by what they need, with a search by name. */
export function ListPane({ current, onNew, hasExamples = true, clock = browserClock }: Props) {
  const { t } = useTranslation('jobs')
  const openJob = useJobs(state => (typeof current === 'number' ? state.opened[current]?.job : null))
  const [chosen, choose] = useState<Shown | null>(null)
  const shown = chosen ?? (openJob && isEnded(openJob) ? 'finished' : 'active')
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    for (const list of [useCurrentJobs, useEndedJobs])
      if (list.getState().status === 'idle') void list.getState().load()
  }, [])
  useEffect(() => {
    const query = words.trim()
    return clock.after(query ? searchDelay : 0, () => {
      for (const list of [useCurrentJobs, useEndedJobs])
        if (list.getState().query !== query) void list.getState().search(query)
    })
  }, [words, clock])
  useShortcut({ keys: '/', label: t('list.search'), group: t('title') }, () => field.current?.focus())

  return (
    <Pane as={current === null ? 'main' : 'section'} kind="list" aria-label={t('title')} onPhone={current === null}>
      <PaneHeader
        plain
        title={t('title')}
        headingLevel={current === null ? 1 : 2}
        actions={onNew && <IconButton icon={Plus} label={t('new')} keys="c" onClick={onNew} />}
      />
      <div className="flex flex-col gap-2 px-3 pb-1.5">
        <ShownChoice shown={shown} onChange={choose} />
        <ListSearch
          field={field}
          label={t('list.search')}
          placeholder={t('list.placeholder')}
          words={words}
          onChange={setWords}
        />
      </div>
      <PaneBody>
        {onNew && shown === 'active' && (
          <div className="px-4.5 pb-1.5 empty:hidden">
            <PlanLimitNote limit="active_jobs" />
          </div>
        )}
        <JobRows shown={shown} current={current} onNew={onNew} onClear={() => setWords('')} hasExamples={hasExamples} />
      </PaneBody>
    </Pane>
  )
}

/** Active or finished jobs, each with its number; more pages count as a plus. */
function ShownChoice({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  const { t } = useTranslation('jobs')
  const { number } = useFormat()
  const current = useCurrentJobs()
  const ended = useEndedJobs()
  const count = {
    active: useUndeleted('job', current.items, job => job.instruction_id).length,
    finished: useUndeleted('job', ended.items, job => job.instruction_id).length,
  }
  const label = (name: Shown, { status, next }: Pick<typeof current, 'status' | 'next'>) =>
    status === 'ready'
      ? t(`list.${name}Count`, { number: number(count[name]) + (next === null ? '' : '+') })
      : t(`list.${name}`)
  return (
    <Segmented<Shown>
      label={t('list.shown')}
      className="w-full *:flex-1 *:justify-center"
      options={[
        { value: 'active', label: label('active', current) },
        { value: 'finished', label: label('finished', ended) },
      ]}
      value={shown}
      onChange={onChange}
    />
  )
}
