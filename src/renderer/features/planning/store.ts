import type { Input } from '#shared/contract/endpoint'
import type { PlanReport, ProposedMove, ScheduleItem } from '#shared/contract/planning/endpoints'
import { planning } from '#shared/contract/planning/limits'
import { tasksByIds, updateTasks } from '#shared/contract/tasks/endpoints'
import { call, type Outcome } from '../../platform/api'
import { answerOrCopy, isUnreachable } from '../../platform/copied-answer'
import { addDays } from '../../platform/days'
import type { Failure } from '../../platform/failure'
import { account } from '../../platform/guest'
import { latestOnly } from '../../platform/latest-only'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'
import { useDirectory } from '../organisations/store'
import { askPlan, keepPlan, type Plan, type PlanOf, placeOf, planLeft } from './last-read'
import { instantAt, mondayOf, nowIn } from './wall'

type View = 'day' | 'week'

interface State {
  /** `YYYY-MM-DD`; null for today. */
  day: string | null
  view: View
  /** Whose schedules are shown; nobody stands for the person alone. */
  people: number[]
  items: ScheduleItem[]
  /** The names of people as they were read last, for times in which the directory cannot be read. */
  names: Record<number, string>
  /** The days and people that the items are of. */
  loadedFor: string
  report: PlanReport | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: Failure | null
}

const initial: State = {
  ...{ day: null, view: 'day', people: [], items: [], names: {}, loadedFor: '', report: null },
  ...{ status: 'idle', failure: null },
}

const ownZone = (): string => usePreferences.getState().timeZone ?? browserTimeZone()

/** Today in the person's zone. */
export const today = (): string => nowIn(ownZone(), Date.now()).day

/** An instant of a day in the person's zone, to write the day. */
export const noonOf = (day: string): string => instantAt(ownZone(), day, 12 * 60)

/** Whose schedules a state shows: in the week those of the first person. */
export function shownPeople({ people, view }: Pick<State, 'people' | 'view'>): number[] {
  const chosen = people.length > 0 ? people : [useSession.getState().userId ?? 0]
  return view === 'week' ? chosen.slice(0, 1) : chosen
}

/** The days that a state shows. */
export function shownDays({ day, view }: Pick<State, 'day' | 'view'>): string[] {
  const first = day ?? today()
  if (view === 'day') return [first]
  return [0, 1, 2, 3, 4, 5, 6].map(offset => addDays(mondayOf(first), offset))
}

const latest = latestOnly()

/** The schedules on screen [3.10b]. Days and people that were chosen stay for the next visit. */
export const useSchedule = createSlice(
  'schedule',
  initial,
  (set, get, writer) => {
    /** What was asked for last; its copy says that it is one until something else is shown. */
    let shownOf: PlanOf | null = null

    async function load(): Promise<void> {
      const write = writer()
      const [user_ids, days] = [shownPeople(get()), shownDays(get())]
      const [from = today()] = days
      const wanted = [...days, ...user_ids].join(' ')
      const of = { user_ids, from, to: days.at(-1) ?? from }
      const isLatest = latest()
      const place = placeOf(of)
      if (shownOf && placeOf(shownOf).name !== place.name) planLeft(shownOf)
      shownOf = of
      set({ status: get().items.length > 0 ? 'ready' : 'loading' })
      const isWanted = () => [...shownDays(get()), ...shownPeople(get())].join(' ') === wanted
      const show = ([plan]: Plan[]) => {
        if (!plan || !isWanted()) return
        const names = Object.fromEntries(plan.people.map(({ user_id, name }) => [user_id, name]))
        write({ items: plan.items, report: plan.report, names, loadedFor: wanted, status: 'ready', failure: null })
      }
      const owner = account()
      const isEmpty = () => get().loadedFor !== wanted
      const wasEmpty = isEmpty()
      const outcome = await answerOrCopy(askPlan(of), place, { isEmpty, show })
      if (account() === owner) await keepPlan(of, outcome)
      if (!isLatest()) return
      if (outcome.ok) show(outcome.data)
      // A copy says by itself that it is one.
      else if (!wasEmpty || isEmpty() || !isUnreachable(outcome.code)) {
        // What is shown stays, but not as the schedule of other days or people, nor to who is refused it.
        const isGone = isEmpty() || (wasEmpty && !isUnreachable(outcome.code))
        write({ status: 'failed', failure: { code: outcome.code, message: outcome.message } })
        if (isGone) write({ items: [], loadedFor: '' })
      }
    }

    /** Changes a task, and plans anew. */
    async function change(fields: Input<typeof updateTasks>): Promise<Outcome<unknown>> {
      const outcome = await call(updateTasks, fields)
      if (outcome.ok) await load()
      return outcome
    }

    /**
     * Gives a task to somebody instead of one of its people, with a fixed start. Returns what it takes to undo that.
     */
    async function give(
      { task_id, user_id }: Pick<ScheduleItem, 'task_id' | 'user_id'>,
      to_user_id: number,
      fixed_start_time: string,
    ): Promise<Outcome<{ assignees: number[]; fixed_start_time: string | null }>> {
      const found = await call(tasksByIds, { task_ids: [task_id ?? 0] })
      if (!found.ok) return found
      const before = found.data[0]
      const assignees = (before?.assignees ?? []).map(id => (id === user_id ? to_user_id : id))
      const fields = { task_id: task_id ?? 0, assignees: [...new Set(assignees)], fixed_start_time }
      const outcome = await change(fields)
      if (!outcome.ok) return outcome
      const data = { assignees: before?.assignees ?? [], fixed_start_time: before?.fixed_start_time ?? null }
      return { ...outcome, data }
    }

    return {
      load,
      /** Nothing of it is on screen any more. */
      leave() {
        if (shownOf) planLeft(shownOf)
      },
      change,
      give,
      show(next: Partial<Pick<State, 'day' | 'view'>>) {
        set(next)
        void load()
      },
      togglePerson(user_id: number) {
        const self = useSession.getState().userId ?? 0
        const before = get().people.length > 0 ? get().people : [self]
        const people = before.includes(user_id) ? before.filter(id => id !== user_id) : [...before, user_id]
        set({ people: people.slice(-planning.people) })
        void load()
      },
      showOnly(user_id: number) {
        set({ people: [user_id] })
        void load()
      },
      /** Fixes the start of a task, or with null leaves it to the planner again. */
      fix: (task_id: number, fixed_start_time: string | null) => change({ task_id, fixed_start_time }),
      resize: (task_id: number, estimate_minutes: number) => change({ task_id, estimate_minutes }),
      accept: ({ task_id, assignees }: ProposedMove) => change({ task_id, assignees }),
    }
  },
  { scope: 'organisation', persist: ['view', 'people'] },
)

/** Returns the function that names people: by the directory or, where it cannot be read, as they were read last. */
export function useNameOf(): (user_id: number) => string {
  const people = useDirectory(state => state.items)
  const names = useSchedule(state => state.names)
  return user_id => people.find(person => person.user_id === user_id)?.user_displayname ?? names[user_id] ?? ''
}
