import { Subject } from '#shared/contract/access'
import { Id } from '#shared/contract/common'
import { apiError } from '#shared/errors'
import type { RequireSight } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import { grantableOf } from './grantables'

/** Fields that name a thing that access is given to, whatever the endpoint. */
const naming: Readonly<Record<string, Subject['kind']>> = {
  doc_id: 'document',
  logbook_id: 'document',
  camera_id: 'camera',
}

/** For answers that are given again without asking the service: rights may be gone since. */
export const requireSight: RequireSight = async (ctx, body) => {
  const named = Object.entries(body).flatMap(([name, value]) => {
    const kind = naming[name]
    const id = Id.safeParse(value)
    return kind && id.success ? [{ kind, id: id.data }] : []
  })
  const whole = Subject.safeParse(body)
  for (const subject of whole.success ? [...named, whole.data] : named) await requireSeen(ctx, subject)
}

/** What is there no more is seen by nobody: whoever deleted it may hear so again. */
async function requireSeen(ctx: MemberContext, { kind, id }: Subject): Promise<void> {
  const grantable = grantableOf(ctx.app, kind)
  if (await grantable.find(ctx, id)) return
  const { everyone, user_ids } = await grantable.readersOf(ctx, id)
  if (everyone || user_ids.size > 0) throw apiError(grantable.missing)
}
