import { listNotifications } from '#shared/contract/notifications/endpoints'
import type { Actor } from '../../../../test/actor'
import type { TestServer } from '../../../../test/test-server'
import { jobsOf } from '../../platform/jobs/jobs'
import { openTeam } from '../tasks/test-tasks'
import { eventReader } from './feature'

/** Waits until everything that happened led to its notifications, and the jobs that are due have run. */
export async function settled({ app }: Pick<TestServer, 'app'>): Promise<void> {
  await eventReader(app.context).settled()
  await jobsOf(app.context).whenIdle()
  await eventReader(app.context).settled()
}

/** Lets time pass, with the jobs that fall due. */
export async function pass(server: TestServer, milliseconds: number): Promise<void> {
  await settled(server)
  server.clock.advance(milliseconds)
  await settled(server)
}

/** The team of the tasks, with helpers for notifications. */
export async function openNotified(settings: Record<string, string> = {}) {
  const team = await openTeam(settings)
  const { server } = team
  return {
    ...team,
    /** Somebody’s notifications, newest first, in short: kind, actor, title, and whether it is unread. */
    async noticesOf(who: Actor): Promise<unknown[][]> {
      await settled(server)
      const items = await who.call(listNotifications, {})
      return items.map(({ kind, actor, data, read_at }) => [
        kind,
        actor?.user_displayname ?? null,
        data.title,
        read_at === null,
      ])
    },
  }
}

export type Notified = Awaited<ReturnType<typeof openNotified>>
