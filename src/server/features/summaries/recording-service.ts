import { Language } from '#shared/contract/common'
import type { AppContext } from '../../platform/app-context'
import { readAsSystem, runAsSystem } from '../../platform/run-as'
import { writeAsSystem } from '../documents/service'
import { turnsOf } from '../meetings/service'
import { materialFromTurns } from './sources'
import * as store from './store'
import { writeSummary } from './write'

/**
 * Writes the summary of a recording once its transcript is ready, in the language of its creator [D24]. Text that a
 * person wrote stays, and a recording without words gets none. Throws `ModelFailure`.
 */
export async function summariseRecording(
  app: AppContext,
  { organization_id, doc_id }: { organization_id: number; doc_id: number },
  signal: AbortSignal,
): Promise<void> {
  const { document, turns } = await readAsSystem(app, organization_id, async opened => {
    const ctx = { ...opened, organization_id }
    const [document, turns] = await Promise.all([store.findRecording(ctx, doc_id), turnsOf(ctx, doc_id)])
    return { document, turns }
  })
  const { sources, ...reading } = materialFromTurns(doc_id, turns)
  if (!document || document.is_written || sources.length === 0) return
  const { name, prompt, version } = document
  const language = Language.catch('en').parse(document.language)
  const { content, model } = await writeSummary(app, { of: 'recording', name, prompt, language, sources }, signal)
  if (content === '') return
  await runAsSystem(app, organization_id, async ctx => {
    const kept = await writeAsSystem(ctx, doc_id, { content, version })
    if (kept === null) return
    await ctx.audit({ kind: 'mate.tool', subject: 'refresh_summary', details: { input: { doc_id } } })
    await store.putSummary(ctx, { doc_id, version: kept }, { ...reading, model })
  })
}
