import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { notificationRoute } from '#shared/rules/notification-route'
import { quietUntil } from '#shared/rules/quiet-hours'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import { SubscriptionEnded, sendPush } from '../../platform/push/web-push'
import type { MemberContext } from '../../platform/request-context'
import { NoMember, runAsPerson } from '../../platform/run-as'
import { deleteDevice, findDevice } from './devices-store'
import { subjectOf } from './list-service'
import { findPreferences } from './preferences-store'
import { sentenceOf } from './sentence'
import { findNotification, type NotificationRow } from './store'
import { visibleAmong } from './visible'

/** Milliseconds in which a notification can be read elsewhere before it is pushed. */
export const pushDelay = 10_000

const PushInput = z.object({ organization_id: Id, user_id: Id, notification_id: Id, subscription_id: Id })
type PushInput = z.infer<typeof PushInput>

/**
 * Pushes a notification to one browser [D37], unless it was read meanwhile or may no longer be seen. In quiet hours it
 * waits for their end.
 */
export const pushNotification = job('notifications.push', {
  input: PushInput,
  concurrency: 4,
  retry: { attempts: 5, delaySeconds: 30 },
  async run(app, input) {
    const prepared = await runAsPerson(app, input, ctx => prepare(ctx, input)).catch(error => {
      if (error instanceof NoMember) return null
      throw error
    })
    if (!prepared) return
    try {
      await sendPush(app, prepared.device, prepared.message)
    } catch (error) {
      if (!(error instanceof SubscriptionEnded)) throw error
      await runAsPerson(app, input, ctx => deleteDevice(ctx, { id: input.subscription_id }))
    }
  },
})

async function prepare(ctx: MemberContext, input: PushInput) {
  const [row, device, preferences] = await Promise.all([
    findNotification(ctx, input.notification_id),
    findDevice(ctx, input.subscription_id),
    findPreferences(ctx, input.user_id),
  ])
  if (!row || row.read_at !== null || !device || !preferences.kinds[row.kind].push) return null
  const until = quietUntil(preferences.quiet, ctx.caller.timezone, Date.parse(ctx.now))
  if (until !== null) {
    await enqueue(ctx, pushNotification, input, { startAt: until })
    return null
  }
  const [visible] = await visibleAmong(ctx, [row])
  return visible ? { device, message: messageOf(ctx, visible) } : null
}

/** The tag and the topic make a newer message about the same thing replace an older one. */
function messageOf(ctx: MemberContext, row: NotificationRow) {
  const tag = `n${row.id}`
  const payload = {
    title: sentenceOf(row, ctx.caller),
    tag,
    link: `/#${notificationRoute(subjectOf(row), ctx.organization_id)}`,
    notification_id: row.id,
    organization_id: ctx.organization_id,
  }
  return { payload: JSON.stringify(payload), topic: `o${ctx.organization_id}${tag}` }
}
