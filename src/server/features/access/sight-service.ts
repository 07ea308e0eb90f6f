import { Subject } from '#shared/contract/access'
import { Id } from '#shared/contract/common'
import { refuse } from '#shared/errors'
import type { RequireSight } from '../../platform/http/route'
import type { MemberScene } from '../../platform/scene'
import { subjects } from './subjects'

/** Fields that name a thing that access is given to, whatever the endpoint. */
const naming: Readonly<Record<string, Subject['kind']>> = {
  doc_id: 'document',
  logbook_id: 'document',
  camera_id: 'camera',
}

/** For answers that are given again without asking the service: rights may be gone since. */
export const requireSight: RequireSight = async (at, body) => {
  const named = Object.entries(body).flatMap(([name, value]) => {
    const kind = naming[name]
    const id = Id.safeParse(value)
    return kind && id.success ? [{ kind, id: id.data }] : []
  })
  const whole = Subject.safeParse(body)
  for (const subject of whole.success ? [...named, whole.data] : named) await requireSeen(at, subject)
}

/** What is there no more is seen by nobody: whoever deleted it may hear so again. */
async function requireSeen(at: MemberScene, { kind, id }: Subject): Promise<void> {
  const grantable = subjects[kind]
  if (await grantable.find(at, id)) return
  const { everyone, user_ids } = await grantable.readersOf(at, id)
  if (everyone || user_ids.size > 0) throw refuse(grantable.missing)
}
