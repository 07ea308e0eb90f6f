import { enqueue } from '../../platform/jobs/jobs'
import type { SystemContext } from '../../platform/run-as'
import { devicesFor } from './devices-store'
import { pushDelay, pushNotification } from './push-job'
import * as store from './store'

/** Makes notifications, tells the open pages of their people, and plans what is pushed. Nobody hears of their own deeds. */
export async function notify(ctx: SystemContext, drafts: readonly store.Draft[]): Promise<void> {
  const others = drafts.filter(draft => draft.user_id !== draft.actor_id)
  if (others.length > 0) await deliver(ctx, await store.insertNotifications(ctx, others))
}

/** The same for messages, of which one notification for each chat stays unread: it takes up newer ones. */
export async function notifyOfMessages(ctx: SystemContext, drafts: readonly store.Draft[]): Promise<void> {
  const [first] = drafts
  if (!first) return
  const known = await store.unreadAbout(ctx, first)
  const isKnown = ({ user_id }: store.Draft) => known.has(user_id)
  const refreshed = await store.refreshUnread(ctx, drafts.filter(isKnown))
  const rest = drafts.filter(draft => !isKnown(draft))
  await deliver(ctx, [...refreshed, ...(rest.length > 0 ? await store.insertNotifications(ctx, rest) : [])])
}

async function deliver(ctx: SystemContext, made: readonly store.MadeNotification[]): Promise<void> {
  if (made.length === 0) return
  announce(
    ctx,
    made.filter(({ is_listed }) => is_listed).map(({ user_id }) => user_id),
    true,
  )
  const { organization_id } = ctx
  const startAt = Date.parse(ctx.now) + pushDelay
  const devices = await devicesFor(
    ctx,
    made.map(({ id }) => id),
  )
  for (const device of devices) await enqueue(ctx, pushNotification, { organization_id, ...device }, { startAt })
}

/** Tells people that their notifications changed. */
export function announce(ctx: SystemContext, user_ids: readonly number[], is_new: boolean): void {
  if (user_ids.length === 0) return
  const people = [...new Set(user_ids)]
  ctx.record({ kind: 'notification.changed', is_new }, { to: 'users', user_ids: people }, null)
}
