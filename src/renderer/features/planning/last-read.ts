import { z } from 'zod'
import { Day, Id } from '#shared/contract/common'
import { explainPlan, getSchedule, PlanReport, ScheduleItem } from '#shared/contract/planning/endpoints'
import { call } from '../../platform/api'
import { type CopyPlace, isUnreachable } from '../../platform/copied-answer'
import { useCopiesShown } from '../../platform/copies-shown'
import { account } from '../../platform/guest'
import { reread } from '../../platform/list-copies'
import type { Listed } from '../../platform/list-loader'
import { offlineCopies } from '../../platform/offline-copies'
import { useDirectory } from '../organisations/store'

/** Whose plan, from the first to the last day. */
export interface PlanOf {
  user_ids: readonly number[]
  from: string
  to: string
}

/** What is planned, with nothing of the people but their names. */
export const Plan = z.object({
  people: z.array(z.object({ user_id: Id, name: z.string() })),
  items: z.array(ScheduleItem),
  /** Null if it could not be read. */
  report: PlanReport.nullable(),
  to: Day,
})
export type Plan = z.infer<typeof Plan>

const kind = 'schedule'

/** Where the plan of some people for some days is copied; the one plan is an item, because copies are of lists. */
export const placeOf = ({ user_ids, from, to }: PlanOf): CopyPlace<z.ZodArray<typeof Plan>> => ({
  name: [kind, from, to, ...user_ids].join('.'),
  schema: z.array(Plan),
})

function ofCopy(name: string): PlanOf {
  const [, from = '', to = '', ...people] = name.split('.')
  return { from, to, user_ids: people.map(Number) }
}

/** Asks for a plan. The names are those of the directory, as far as it is known. */
export async function askPlan({ user_ids, from, to }: PlanOf): Promise<Listed<Plan>> {
  const [schedule, report] = await Promise.all([
    call(getSchedule, { for_user_ids: [...user_ids], from, to }),
    call(explainPlan, { for_user_ids: [...user_ids] }),
  ])
  if (!schedule.ok) return schedule
  const plan = { people: namesOf(user_ids), items: schedule.data, report: report.ok ? report.data : null, to }
  return { ok: true, data: [plan] }
}

function namesOf(user_ids: readonly number[]): Plan['people'] {
  const { items } = useDirectory.getState()
  return items
    .filter(({ user_id }) => user_ids.includes(user_id))
    .map(({ user_id, user_displayname: name }) => ({ user_id, name }))
}

/** Copies what the server answered, once the names are known, and drops what the person may no longer read. */
export async function keepPlan(of: PlanOf, answer: Listed<Plan>): Promise<void> {
  const { name } = placeOf(of)
  if (!answer.ok) {
    if (!isUnreachable(answer.code)) await offlineCopies.drop(name)
    return
  }
  const owner = account()
  const keep = () =>
    offlineCopies.keep(
      name,
      answer.data.map(plan => ({ ...plan, people: namesOf(of.user_ids) })),
    )
  keep()
  if (useDirectory.getState().status === 'ready') return
  void useDirectory
    .getState()
    .open()
    .then(() => {
      if (account() === owner) keep()
    })
}

/** A plan that is no longer on screen is no copy that is shown. */
export const planLeft = (of: PlanOf): void => useCopiesShown.getState().isFresh(placeOf(of).name)

/** Reads the copied plans anew, also those that no page shows. */
export async function rereadPlans(): Promise<void> {
  const owner = account()
  const copies = (await offlineCopies.list().catch(() => [])).filter(
    copy => copy.account === owner && copy.name.startsWith(`${kind}.`),
  )
  // The names of copies that are read before the directory would be lost.
  if (copies.length > 0 && useDirectory.getState().status !== 'ready') await useDirectory.getState().open()
  for (const { name } of copies) if (account() === owner) await reread(name, () => askPlan(ofCopy(name)))
}
