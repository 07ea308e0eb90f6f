import { Subject } from '#shared/contract/access/endpoints'
import { Id } from '#shared/contract/common'
import { apiError } from '#shared/errors'
import type { RequireVisible } from '../../platform/http/route'
import type { Ports } from '../../platform/ports'
import { portsOf, registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { grantableOf } from './grantables'
import * as store from './store'

/** Body fields that name a subject of grants, in any endpoint. */
const subjectFields: Readonly<Record<string, Subject['kind']>> = {
  doc_id: 'document',
  logbook_id: 'document',
  camera_id: 'camera',
}

/**
 * Checks access before a stored answer is repeated without calling the service, because rights may have changed since.
 */
export const requireVisible: RequireVisible = async (ctx, body) => {
  const named = Object.entries(body).flatMap(([name, value]) => {
    const kind = subjectFields[name]
    const id = Id.safeParse(value)
    return kind && id.success ? [{ kind, id: id.data }] : []
  })
  const whole = Subject.safeParse(body)
  for (const subject of whole.success ? [...named, whole.data] : named) await requireVisibleSubject(ctx, subject)
  await requireVisibleTasks(ctx, body)
}

/** A task is not deleted by people, so that one which the caller cannot see is refused. */
async function requireVisibleTasks(ctx: MemberContext, body: object): Promise<void> {
  const { task_id, task_ids } = body as { task_id?: unknown; task_ids?: unknown }
  const named = [task_id, ...(Array.isArray(task_ids) ? task_ids : [])].flatMap(id => Id.safeParse(id).data ?? [])
  if (named.length === 0) return
  const seen = await portsOf(ctx.app).tasksSeenAmong(ctx, named)
  if (named.some(id => !seen.has(id))) throw apiError('task.not_found')
}

/** A deleted subject passes, because whoever deleted it may repeat that call. */
async function requireVisibleSubject(ctx: MemberContext, { kind, id }: Subject): Promise<void> {
  const grantable = grantableOf(ctx.app, kind)
  if (await grantable.find(ctx, id)) return
  const { everyone, user_ids } = await grantable.readersOf(ctx, id)
  if (everyone || user_ids.size > 0) throw apiError(grantable.missing)
}

/**
 * The rule for adding people to roles and branches [D41]: they receive everything that the group opens, so whoever adds
 * them must have that access too. Every kind of subject is checked.
 */
export const opensMore: Ports['opensMore'] = (app, tx, question) =>
  store.anyHolds(
    tx,
    registryOf(app).grantables.map(subject => subject.opensMore(question)),
  )
