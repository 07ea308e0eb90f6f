import { Language } from '#shared/contract/common'
import { handover as limits } from '#shared/contract/handovers/limits'
import { hour } from '#shared/limits'
import type { MemberContext } from '../../platform/request-context'
import * as documents from '../documents/service'
import * as logs from '../logs/service'
import * as tasks from '../tasks/service'
import { dayOf, handoverText } from './page-text'
import * as store from './store'
import { interpolate, words } from './words.data'

export interface WrittenPage {
  doc_id: number
  title: string
  content: string
  language: Language
}

/**
 * Writes the handover of a branch as a page that everybody in it may read, from the last one until now, in the name and
 * the language of the caller. It holds only what everybody in the branch may read.
 */
export async function writePage(
  ctx: MemberContext,
  branch: { id: number; branch_name: string },
  { timezone, last_at }: Pick<store.HandoverRow, 'timezone' | 'last_at'>,
): Promise<WrittenPage> {
  const to = ctx.now
  const earliest = new Date(Date.parse(to) - limits.firstHours * hour).toISOString()
  const from = last_at ?? earliest
  const language = Language.catch('en').parse(ctx.caller.language)
  const [logbooks, late, open, done] = await Promise.all([
    logbooksOf(ctx, branch.id, { from, to }),
    tasks.findTasksBy(ctx, { branch_ids: [branch.id], is_late: true }, limits.tasks),
    tasks.findTasksBy(ctx, { branch_ids: [branch.id], is_on_time: true }, limits.tasks),
    tasks.findTasksBy(ctx, { branch_ids: [branch.id], status: 'done', done_from: from, done_to: to }, limits.tasks),
  ])
  const facts = { from, to, language, timezone }
  const content = handoverText({
    ...facts,
    logbooks,
    tasks: [
      { kind: 'late', ...late },
      { kind: 'open', ...open },
      { kind: 'done', ...done },
    ],
  })
  const title = interpolate(words[language].title, { branch: branch.branch_name, day: dayOf(facts) })
  const { doc_id } = await documents.createDocument(ctx, {
    document_name: title,
    document_type: 'document',
    access: 'branch',
    branch_id: branch.id,
  })
  await documents.writeContent(ctx, await documents.lockWritableContent(ctx, doc_id), content, { origin: 'mate' })
  return { doc_id, title, content, language }
}

/** The logbooks of a branch with what was written in them in a period, the fullest first. */
async function logbooksOf(ctx: MemberContext, branch_id: number, period: { from: string; to: string }) {
  const shared = await store.sharedLogbooks(ctx, branch_id, period.from)
  if (shared.length === 0) return []
  const found = await Promise.all(
    shared.map(({ id }) => logs.findLogs(ctx, { doc_ids: [id], ...period, limit: limits.logs })),
  )
  return shared
    .map((logbook, index) => ({ ...logbook, ...(found[index] ?? { logs: [], total: 0 }) }))
    .sort((former, latter) => latter.total - former.total)
}
