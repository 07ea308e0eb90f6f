import { useEffect, useMemo } from 'react'
import { explainPlan, getSchedule, type PlanReport, type ScheduleItem } from '#shared/contract/planning/endpoints'
import { planning } from '#shared/contract/planning/limits'
import { call } from '../../platform/api'
import type { Clock } from '../../platform/clock'
import { addDays } from '../../platform/days'
import { useFormat } from '../../platform/format'
import { latestOnly } from '../../platform/latest-only'
import { onEvent, onResync } from '../../platform/live'
import { createSlice } from '../../platform/store'
import { useDirectory } from '../organisations/store'

interface State {
  items: ScheduleItem[]
  late: PlanReport['late']
  /** Of whom the plans are; null before they are known. */
  people: number[] | null
}

const initial: State = { items: [], late: [], people: null }
const latest = latestOnly()

/** The plans of people for today. */
export const useTeam = createSlice(
  'dashboard.team',
  initial,
  (_set, _get, writer) => ({
    async load(people: number[], from: string, to: string): Promise<void> {
      const write = writer()
      const isLatest = latest()
      const [schedule, report] = await Promise.all([
        call(getSchedule, { for_user_ids: people, from, to }),
        call(explainPlan, { for_user_ids: people }),
      ])
      // After a failure what is shown stays until the next change.
      if (!isLatest() || !schedule.ok) return
      write({ items: schedule.data, late: report.ok ? report.data.late : [], people })
    },
  }),
  { scope: 'organisation' },
)

/** Plans are read anew this long after a change. */
const rereadDelay = 10_000

/** Keeps the plans of the people of some spaces; those of everybody for null. People in no space belong to the primary one. */
export function useTeamOf(spaces: readonly { id: number; is_primary_branch: boolean }[] | null, clock: Clock): void {
  const { dayKey } = useFormat()
  const everybody = useDirectory(state => state.items)
  const today = dayKey(Date.now())
  const ids = useMemo(() => {
    const inSpaces = (own: readonly number[]) =>
      spaces?.some(({ id, is_primary_branch }) => own.includes(id) || (is_primary_branch && own.length === 0)) ?? true
    return everybody
      .filter(person => inSpaces(person.branch_ids))
      .sort((one, other) => one.user_displayname.localeCompare(other.user_displayname))
      .slice(0, planning.people)
      .map(person => person.user_id)
  }, [everybody, spaces])
  const wanted = ids.join()
  useEffect(() => {
    if (useDirectory.getState().status === 'idle') void useDirectory.getState().load()
  }, [])
  useEffect(() => {
    if (wanted === '') return
    const people = wanted.split(',').map(Number)
    // It may be another day where they are, and a shift may have begun the day before.
    const load = () => void useTeam.getState().load(people, addDays(today, -1), addDays(today, 1))
    load()
    let cancel: (() => void) | null = null
    const later = () => {
      cancel ??= clock.after(rereadDelay * (1 + clock.random()), () => {
        cancel = null
        load()
      })
    }
    const ends = [onEvent(['schedule.changed', 'task.changed', 'task.removed'], later), onResync(load)]
    return () => {
      cancel?.()
      for (const end of ends) end()
    }
  }, [wanted, today, clock])
}
