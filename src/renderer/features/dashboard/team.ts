import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { Day, Id } from '#shared/contract/common'
import { explainPlan, getSchedule, PlanReport, ScheduleItem } from '#shared/contract/planning/endpoints'
import { planning } from '#shared/contract/planning/limits'
import { call } from '../../platform/api'
import type { Clock } from '../../platform/clock'
import { addDays } from '../../platform/days'
import { createFormatter, useFormat } from '../../platform/format'
import { copied, reread } from '../../platform/list-copies'
import type { Listed } from '../../platform/list-loader'
import { createListSlice } from '../../platform/list-slice'
import { onEvent, onResync } from '../../platform/live'
import { offlineCopies } from '../../platform/offline-copies'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { useDirectory } from '../organisations/store'

/** What is planned for people; nothing of them but their names, because it is copied to the device. */
const Team = z.object({
  people: z.array(z.object({ user_id: Id, name: z.string() })),
  items: z.array(ScheduleItem),
  late: PlanReport.shape.late,
  /** The last day that it covers. */
  to: Day,
})
type Team = z.infer<typeof Team>

interface TeamQuery {
  /** Spaces whose people are shown; null for those of everybody. */
  spaces: readonly { id: number; is_primary_branch: boolean }[] | null
  today: string
  /** Whether the spaces were chosen: then nothing is copied, as with the numbers. */
  isChosen: boolean
}

const copyName = 'dashboard.team'
/** A plan of days that are over would say that nobody works. */
const copyOf = (today: string) =>
  copied(
    copyName,
    Team.refine(({ to }) => to >= today),
  )

/** The people of some spaces by name, as many as one schedule has. People in no space belong to the primary one. */
function peopleOf(spaces: TeamQuery['spaces']): Team['people'] {
  const inSpaces = (own: readonly number[]) =>
    spaces?.some(({ id, is_primary_branch }) => own.includes(id) || (is_primary_branch && own.length === 0)) ?? true
  return useDirectory
    .getState()
    .items.filter(person => inSpaces(person.branch_ids))
    .map(({ user_id, user_displayname: name }) => ({ user_id, name }))
    .sort((one, other) => one.name.localeCompare(other.name))
    .slice(0, planning.people)
}

async function teamOf(people: Team['people'], today: string): Promise<Listed<Team>> {
  if (people.length === 0) return { ok: true, data: [] }
  const for_user_ids = people.map(({ user_id }) => user_id)
  // It may be another day where they are, and a shift may have begun the day before.
  const [from, to] = [addDays(today, -1), addDays(today, 1)]
  const [schedule, report] = await Promise.all([
    call(getSchedule, { for_user_ids, from, to }),
    call(explainPlan, { for_user_ids }),
  ])
  if (!schedule.ok) return schedule
  return { ok: true, data: [{ people, items: schedule.data, late: report.ok ? report.data.late : [], to }] }
}

const idsOf = (people: Team['people']) => people.map(({ user_id }) => user_id).join()

/** Of whom the plans were asked for; null until the people are known. */
let askedOf: string | null = null

/** The plans of people for today: the one answer is the item of the slice. */
export const useTeam = createListSlice('dashboard.team', {
  async list(_page, { spaces, today }: TeamQuery) {
    askedOf = null
    if (useDirectory.getState().status !== 'ready') await useDirectory.getState().open()
    const { status, failure } = useDirectory.getState()
    if (status !== 'ready' && failure) return { ok: false, ...failure }
    const people = peopleOf(spaces)
    askedOf = idsOf(people)
    return teamOf(people, today)
  },
  key: team => team.to,
  query: { spaces: null, today: '', isChosen: false },
  copies: ({ today, isChosen }) => (isChosen ? undefined : copyOf(today)),
})

/** Reads the copied plans anew. */
export async function rereadTeam(): Promise<void> {
  const { dayKey } = createFormatter('en', usePreferences.getState().timeZone ?? browserTimeZone())
  const copy = await offlineCopies.read(copyName, z.array(Team))
  await reread(copyName, () => teamOf(copy?.content[0]?.people ?? [], dayKey(Date.now())))
}

/** Plans are read anew this long after a change. */
const rereadDelay = 10_000

/** Keeps the plans of the people of some spaces; those of everybody for null. */
export function useTeamOf(spaces: TeamQuery['spaces'], isChosen: boolean, clock: Clock): void {
  const { dayKey } = useFormat()
  const today = dayKey(Date.now())
  const wanted = JSON.stringify(spaces?.map(({ id, is_primary_branch }) => ({ id, is_primary_branch })) ?? null)
  const query = useMemo(
    (): TeamQuery => ({ spaces: JSON.parse(wanted) as TeamQuery['spaces'], today, isChosen }),
    [wanted, today, isChosen],
  )
  useEffect(() => {
    // The spaces are not known yet.
    if (query.spaces?.length === 0) return
    void useTeam.getState().search(query)
    const load = () => void useTeam.getState().refresh()
    let cancel: (() => void) | null = null
    const later = () => {
      cancel ??= clock.after(rereadDelay * (1 + clock.random()), () => {
        cancel = null
        load()
      })
    }
    const ends = [
      onEvent(['schedule.changed', 'task.changed', 'task.removed'], later),
      onResync(load),
      useDirectory.subscribe(({ items }, before) => {
        if (items !== before.items && askedOf !== null && idsOf(peopleOf(query.spaces)) !== askedOf) load()
      }),
    ]
    return () => {
      cancel?.()
      for (const end of ends) end()
    }
  }, [query, clock])
}
