import type { Body } from '#shared/contract/endpoint'
import type { changeHandover, Handover, readHandover, writeHandover } from '#shared/contract/handovers/endpoints'
import { apiError } from '#shared/errors'
import { enqueue } from '../../platform/jobs/jobs'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor } from '../organisations/service'
import * as store from './store'
import { nextClosing } from './times'
import { writeAtClosing } from './write-job'
import { writePage } from './write-page'

/** Until somebody changes it: off, at 18:00 on weekdays in the zone of the caller. */
const unset = (ctx: MemberContext, branch_id: number): store.HandoverRow => ({
  ...{ branch_id, is_on: false, closes_at: '18:00', weekdays: [1, 2, 3, 4, 5], timezone: ctx.caller.timezone },
  ...{ recipients: [], user_id: null, revision: 0, next_at: null, last_doc_id: null, last_at: null },
})

async function requireBranch(ctx: MemberContext, branch_id: number) {
  const branch = (await branchesFor(ctx)).find(({ id }) => id === branch_id)
  if (!branch) throw apiError('branch.not_found')
  return branch
}

const handoverFrom = (row: store.HandoverRow): Handover => {
  const { branch_id, closes_at, weekdays, timezone, recipients, next_at, last_doc_id, last_at } = row
  // In the name of nobody it is written no more.
  const is_on = row.is_on && row.user_id !== null
  const last = last_doc_id !== null && last_at !== null ? { doc_id: last_doc_id, written_at: last_at } : null
  return { branch_id, is_on, closes_at, weekdays, timezone, recipients, next_at: is_on ? next_at : null, last }
}

export async function read(ctx: MemberContext, { branch_id }: Body<typeof readHandover>): Promise<Handover> {
  await requireBranch(ctx, branch_id)
  return handoverFrom((await store.findHandover(ctx, branch_id)) ?? unset(ctx, branch_id))
}

export async function change(ctx: MemberContext, body: Body<typeof changeHandover>): Promise<Handover> {
  const { branch_id, is_on } = body
  const branch = await requireBranch(ctx, branch_id)
  const people = new Set(branch.users.map(({ user_id }) => user_id))
  if (!body.recipients.every(user_id => people.has(user_id)))
    throw apiError('request.invalid', {
      issues: [{ path: 'recipients', message: 'Only people of the branch get its handovers.' }],
    })
  const before = (await store.findHandover(ctx, branch_id, { isLocked: true })) ?? unset(ctx, branch_id)
  const startAt = is_on ? nextClosing(body, Date.parse(ctx.now)) : null
  const row: store.HandoverRow = {
    ...before,
    ...body,
    weekdays: [...new Set(body.weekdays)].sort((former, latter) => former - latter),
    recipients: [...new Set(body.recipients)],
    user_id: ctx.caller.user_id,
    revision: before.revision + 1,
    next_at: startAt === null ? null : new Date(startAt).toISOString(),
  }
  await store.saveHandover(ctx, row)
  const { organization_id } = ctx
  if (startAt !== null)
    await enqueue(ctx, writeAtClosing, { organization_id, branch_id, revision: row.revision }, { startAt })
  await ctx.audit({ kind: 'branch.handover_changed', subject: `branch:${branch_id}`, details: { is_on } })
  return handoverFrom(row)
}

export async function write(ctx: MemberContext, { branch_id }: Body<typeof writeHandover>): Promise<Handover> {
  const branch = await requireBranch(ctx, branch_id)
  const before = (await store.findHandover(ctx, branch_id, { isLocked: true })) ?? unset(ctx, branch_id)
  const { doc_id } = await writePage(ctx, branch, before)
  const row = { ...before, last_doc_id: doc_id, last_at: ctx.now }
  await store.saveHandover(ctx, row)
  return handoverFrom(row)
}
