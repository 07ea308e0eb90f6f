import type { Body } from '#shared/contract/endpoint'
import type { readWorkingHours, setWorkingHours, WorkingHours } from '#shared/contract/schedule/endpoints'
import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { WorkingHours as Hours } from '#shared/rules/schedule-windows'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import * as store from './store'

/** Monday to Friday. */
const usualDays: WorkingHours['days'] = [1, 2, 3, 4, 5].map(weekday => ({
  weekday,
  from: '09:00',
  to: '17:00',
  breaks: [],
}))

/** Tells everybody that the schedule of a person is another one now. */
export function changed(ctx: Pick<MemberContext, 'record'>, user_id: number): void {
  ctx.record({ kind: 'schedule.changed', user_id }, { to: 'organisation' })
}

/** The working hours of people [D15]. Those who are no members of the organisation are left out. */
export async function workingHoursOf(
  ctx: Pick<MemberContext, 'tx' | 'organization_id'>,
  user_ids: readonly number[],
): Promise<ReadonlyMap<number, Hours>> {
  const rows = user_ids.length === 0 ? [] : await store.findHours(ctx, user_ids)
  return new Map(rows.map(({ user_id, timezone, days }) => [user_id, { timezone, days: days ?? usualDays }]))
}

export async function read(ctx: MemberContext, { for_user_id }: Body<typeof readWorkingHours>): Promise<WorkingHours> {
  const user_id = for_user_id ?? ctx.caller.user_id
  const [row] = await store.findHours(ctx, [user_id])
  if (!row) throw apiError('person.not_found')
  const { timezone, days } = row
  return { user_id, timezone, days: (days as WorkingHours['days'] | null) ?? usualDays, is_default: days === null }
}

/** Sets working hours, and plans anew what depends on them. */
export async function set(ctx: MemberContext, body: Body<typeof setWorkingHours>): Promise<WorkingHours> {
  const { for_user_id, ...hours } = body
  const user_id = for_user_id ?? ctx.caller.user_id
  const before = await read(ctx, { for_user_id: user_id })
  if (user_id !== ctx.caller.user_id) {
    if (!can(ctx.member, 'people.manage')) throw apiError('permission.missing')
    const { timezone, days } = before
    await ctx.audit({ kind: 'person.working_hours_changed', subject: `user:${user_id}`, details: { timezone, days } })
  }
  await store.saveHours(ctx, user_id, hours)
  await portsOf(ctx.app).workingHoursChanged(ctx, user_id)
  changed(ctx, user_id)
  return { ...hours, user_id, is_default: false }
}
