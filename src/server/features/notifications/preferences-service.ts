import type { Body } from '#shared/contract/endpoint'
import type { changePreferences, NotificationPreferences } from '#shared/contract/notifications/endpoints'
import type { UserContext } from '../../platform/request-context'
import { planDigest } from './digest-job'
import * as store from './preferences-store'

const shown = ({ kinds, quiet, digest, deadline_minutes }: store.StoredPreferences): NotificationPreferences => ({
  ...{ kinds, quiet, digest, deadline_minutes },
})

/** What the caller wants to be notified of, the same in all of their organisations [D38]. */
export const read = async (ctx: UserContext): Promise<NotificationPreferences> =>
  shown(await store.findPreferences(ctx, ctx.caller.user_id))

/** Changes the given parts. A digest begins with what comes after it was chosen. */
export async function change(ctx: UserContext, body: Body<typeof changePreferences>): Promise<NotificationPreferences> {
  const { user_id } = ctx.caller
  const before = await store.lockPreferences(ctx, user_id)
  const digest = body.digest ?? before.digest
  const isOther = digest !== before.digest
  const after: store.StoredPreferences = {
    kinds: { ...before.kinds, ...body.kinds },
    quiet: body.quiet === undefined ? before.quiet : body.quiet,
    digest,
    deadline_minutes: body.deadline_minutes ?? before.deadline_minutes,
    digest_revision: before.digest_revision + (isOther ? 1 : 0),
    digested_at: isOther && before.digest === 'off' ? ctx.now : before.digested_at,
  }
  await store.savePreferences(ctx, user_id, after)
  if (isOther) await planDigest(ctx, { user_id, timezone: ctx.caller.timezone }, after)
  return shown(after)
}
