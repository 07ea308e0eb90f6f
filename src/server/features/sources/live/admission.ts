import type { Source } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../../platform/app-context'
import type { Readers } from '../../../platform/live/audiences'
import type { Connection } from '../../../platform/live/connection'
import { personFrom } from '../../../platform/people/person'
import { runAsMember } from '../../../platform/run-as'
import { readersOf } from '../access-store'
import { auditedName } from '../cameras-store'
import { idOf } from '../frames-store'
import { personOf } from '../screens-store'
import type { PersonViewer } from './source-broadcast'

/**
 * What is needed to admit a viewer; null if they have no access. A new view session is recorded in the audit log [D8], and
 * the person whose screen it is learns of it.
 */
export async function admit(
  app: AppContext,
  { subject, organization_id, user_id }: Connection,
  { source, isNew }: { source: Source; isNew: boolean },
): Promise<{ readers: Readers; viewer: PersonViewer } | null> {
  const who = { ...subject, organization_id, ip: '', request_id: '' }
  const found = await runAsMember(app, who, async ctx => {
    const readers = await readersOf(ctx.tx, organization_id, source, ctx.now)
    if (!readers.everyone && !readers.user_ids.has(user_id)) return null
    if (isNew)
      await ctx.audit({
        kind: `${source.kind}.viewed`,
        subject: `${source.kind}:${idOf(source)}`,
        details: await auditedName(ctx, source),
      })
    if (isNew && source.kind === 'screen')
      ctx.record({ kind: 'screen.viewed', user_id: source.user_id }, { to: 'users', user_ids: [source.user_id] })
    return { readers, person: await personFrom(ctx, await personOf(ctx.tx, user_id)) }
  })
  if (!found) return null
  const { user_displayname: name, user_image: image } = found.person
  const since = new Date(app.clock.now()).toISOString()
  return { readers: found.readers, viewer: { user_id, job_id: null, name, image, since } }
}
