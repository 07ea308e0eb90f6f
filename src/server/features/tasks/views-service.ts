import type { Body } from '#shared/contract/endpoint'
import { view as limits } from '#shared/contract/tasks/limits'
import type * as contract from '#shared/contract/tasks/views'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor } from '../organisations/service'
import { requireBranch } from './rights'
import * as store from './views-store'

const viewFor = (ctx: MemberContext, row: store.ViewRow): contract.TaskView => ({
  ...row,
  is_editable: row.author_id === ctx.caller.user_id || (row.is_shared && ctx.member.org_role !== 'member'),
})

/** The caller's saved views, and those that others share. */
export async function list(
  ctx: MemberContext,
  { branch_id }: Body<typeof contract.listViews>,
): Promise<contract.TaskView[]> {
  if (branch_id !== null) await requireBranch(ctx, branch_id)
  return (await store.listViews(ctx, branch_id)).map(row => viewFor(ctx, row))
}

export async function create(ctx: MemberContext, body: Body<typeof contract.createView>): Promise<contract.TaskView> {
  if (body.branch_id !== null) await requireBranch(ctx, body.branch_id)
  if ((await store.countOwn(ctx)) >= limits.perPerson) throw apiError('view.too_many')
  const view_id = await store.insertView(ctx, body)
  return viewFor(ctx, { ...body, view_id, author_id: ctx.caller.user_id })
}

export async function edit(
  ctx: MemberContext,
  { view_id, name, settings, is_shared }: Body<typeof contract.editView>,
): Promise<contract.TaskView> {
  const row = await lockEditable(ctx, view_id)
  const changed = {
    ...row,
    name: name ?? row.name,
    settings: settings ?? row.settings,
    is_shared: is_shared ?? row.is_shared,
  }
  await store.updateView(ctx, changed)
  return viewFor(ctx, changed)
}

export async function remove(ctx: MemberContext, { view_id }: Body<typeof contract.deleteView>): Promise<null> {
  await lockEditable(ctx, view_id)
  await store.deleteView(ctx, view_id)
  return null
}

/** A view that the caller may change. One of a space that they may not see is missing for them [D6]. */
async function lockEditable(ctx: MemberContext, view_id: number): Promise<store.ViewRow> {
  const row = await store.lockView(ctx, view_id)
  if (!row) throw apiError('view.not_found')
  if (row.branch_id !== null && row.author_id !== ctx.caller.user_id) {
    const branches = await branchesFor(ctx)
    if (!branches.some(branch => branch.id === row.branch_id)) throw apiError('view.not_found')
  }
  if (!viewFor(ctx, row).is_editable) throw apiError('view.not_yours')
  return row
}
