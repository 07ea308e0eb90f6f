import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { WebSocket } from 'ws'
import { exportOrganisation } from '#shared/contract/exports/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { renewCalendarFeed } from '#shared/contract/planning/calendars'
import { createToken } from '#shared/contract/tokens/endpoints'
import { features } from '../src/server/features'
import type { Job } from '../src/server/platform/jobs/job'
import { LiveClient, socketAddress } from '../src/server/platform/live/testing/live-client'
import type { Company } from './company'
import type { TestServer } from './test-server'

/** Work of the server that no call of the contract causes, by what it is. */
export type BackgroundCalls = Record<string, () => Promise<unknown>>

/** Every background job, with an input about rows of a company. Fails for a job without one. */
export function jobsOf(server: TestServer, { organization_id, owner, fields, secret }: Company): BackgroundCalls {
  const one = async (sql: string) => (await server.asOwner<Record<string, unknown>>(sql, [organization_id]))[0] ?? {}
  const deadline = async () =>
    one('select id as task_id, deadline from tasks where organization_id = $1 and deadline is not null')
  /** What each job is given besides the organisation. */
  const inputs: Record<string, () => Promise<Record<string, unknown>>> = {
    'billing.check': () => one('select subscription_id from subscriptions where organization_id = $1'),
    // Its renewal is reported as by any other provider, so that the report is applied too.
    'billing.sandbox': () =>
      one(`update sandbox_subscriptions set period_start = now(), period_end = now(),
          subscription_id = 'sub_' || organization_id || '_1234567890123456789012'
        where organization_id = $1 returning subscription_id, period_end`),
    'documents.cut_page': () => one('select doc_id from pages where organization_id = $1'),
    'exports.make': async () => {
      await owner.call(exportOrganisation, { action: 'start' })
      return one('select max(id) as export_id from exports where organization_id = $1')
    },
    'graphs.propose_labels': async () => {
      const content = `Somebody has the ${secret}.`
      return { log_id: (await owner.call(writeLog, { doc_id: Number(fields.doc_id), content })).id }
    },
    'handovers.write': async () => {
      const due = new Date(server.clock.now() - 60_000).toISOString()
      return one(`update branch_handovers set is_on = true, user_id = ${owner.user_id}, next_at = '${due}'
        where organization_id = $1 returning branch_id, revision`)
    },
    'jobs.planned': () =>
      one(`select id as job_id, schedule_revision, next_run_at as planned_at from jobs
        where organization_id = $1 and next_run_at is not null`),
    'jobs.requested': () => one('select id as run_id from job_runs where organization_id = $1'),
    'logs.title': async () => ({ log_id: fields.log_id, language: 'en' }),
    'meetings.transcribe': () => one('select doc_id from recordings where organization_id = $1'),
    'notifications.deadline': async () => ({ ...(await deadline()), minutes: 60 }),
    'notifications.passed': deadline,
    'notifications.late': async () => ({ user_id: owner.user_id }),
    'notifications.messages': () =>
      one('select chat_id, min(id) as from_id from messages where organization_id = $1 group by chat_id order by 1'),
    'notifications.threshold': () =>
      one(`select id as threshold_id, set_at, set_at as "end" from graph_thresholds
        where organization_id = $1 and deleted_at is null`),
    'notifications.push': async () => ({
      user_id: owner.user_id,
      subscription_id: 1,
      ...(await one('select id as notification_id from notifications where organization_id = $1')),
    }),
    'notifications.digest': async () => ({ user_id: owner.user_id, revision: 0 }),
    'planning.calendar': () =>
      one(
        `select user_id, id as calendar_id, imported_at as subscribed_at from busy_calendars where organization_id = $1`,
      ),
  }
  const jobRun = { signal: new AbortController().signal, assertOwned: async () => {} }
  return Object.fromEntries(
    features
      .flatMap((feature): readonly Job[] => feature.jobs ?? [])
      .map(job => [
        job.name,
        async () => {
          const { context } = server.app
          const input = job.input.parse({ organization_id, ...(await inputs[job.name]?.()) })
          await job.isNeeded?.(context, input)
          await job.run(context, input, jobRun)
          await job.onGivenUp?.(context, input)
        },
      ]),
  )
}

/** What other programs and open apps ask, each once. */
export function connectionsOf(server: TestServer, { owner, fields, secret }: Company): BackgroundCalls {
  return {
    'an agent that uses all tools': async () => {
      const { secret: token } = await owner.call(createToken, { name: 'Agent', scope: 'act', expires_in_days: 30 })
      const client = new Client({ name: 'agent', version: '1' })
      const requestInit = { headers: { authorization: `Bearer ${token}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
      const { tools } = await client.listTools()
      for (const { name, inputSchema } of tools) {
        const known = Object.keys(inputSchema.properties ?? {}).filter(field => field in fields)
        const given = Object.fromEntries(known.map(field => [field, fields[field]]))
        await client.callTool({ name, arguments: { words: secret, query: secret, ...given } })
      }
      await client.close()
    },
    'a calendar program': async () => {
      const { path } = await owner.call(renewCalendarFeed, {})
      await fetch(`${server.url}${path}`)
    },
    'an open app that has missed everything': async () => {
      const client = await LiveClient.listening(owner, 0)
      await client.until(frame => frame.event === 'event')
      await client.leave()
    },
    'an open panel of Mate': async () => {
      const socket = new WebSocket(socketAddress(owner, '/sockets/mate'))
      await new Promise(open => socket.once('open', open))
      const closed = new Promise(close => socket.once('close', close))
      socket.close()
      await closed
    },
  }
}
