import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { job } from '../../../platform/jobs/job'
import { enqueue, hasBacklog } from '../../../platform/jobs/jobs'
import type { MemberContext } from '../../../platform/request-context'
import { readAsSystem, runAsSystem, type SystemContext } from '../../../platform/run-as'
import { findUntitled, putTitle, type Untitled } from './store'
import { writeTitle } from './write-title'

/** The most logs that may wait for a title; later ones keep their first words. */
const backlogLimit = 100

/**
 * Has the connected model write the title of a log, which is a placeholder meanwhile [D19, D45]. Without a title, the
 * log keeps its first words.
 */
export const titleJob = job('logs.title', {
  input: z.object({ organization_id: Id, log_id: Id, language: z.string() }),
  concurrency: 3,
  async run(app, { organization_id, log_id, language }, { signal, assertOwned }) {
    const log = await readAsSystem(app, organization_id, ctx => findUntitled({ ...ctx, organization_id }, log_id))
    if (!log) return
    const title = await writeTitle(app, { content: log.content, language }, signal)
    signal.throwIfAborted()
    await runAsSystem(app, organization_id, async ctx => {
      await assertOwned(ctx.tx)
      await setTitle(ctx, { ...log, log_id, title: title || log.title })
    })
  },
  onGivenUp: (app, { organization_id, log_id }) =>
    runAsSystem(app, organization_id, async ctx => {
      const log = await findUntitled(ctx, log_id)
      if (log) await setTitle(ctx, { ...log, log_id })
    }),
})

/** Whether the model writes the title of a log with these words. */
export async function isTitleWanted(ctx: MemberContext, content: string): Promise<boolean> {
  const hasWords = /[\p{L}\p{N}]/u.test(content)
  return hasWords && ctx.app.model !== null && !(await hasBacklog(ctx, titleJob, backlogLimit))
}

export function enqueueTitle(ctx: MemberContext, log_id: number): Promise<void> {
  const { organization_id, caller } = ctx
  return enqueue(ctx, titleJob, { organization_id, log_id, language: caller.language })
}

async function setTitle(
  ctx: SystemContext,
  { doc_id, log_id, title, created_by }: Untitled & { log_id: number },
): Promise<void> {
  if (!(await putTitle(ctx, { log_id, title }))) return
  await ctx.audit({
    kind: 'mate.tool',
    subject: 'write_title',
    details: { input: { doc_id, log_id } },
    ...(created_by !== null && { actor_id: created_by }),
  })
  ctx.record({ kind: 'log.titled', doc_id, log_id, title }, { to: 'document', doc_id }, null)
}
