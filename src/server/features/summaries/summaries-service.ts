import { Language } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import type { refreshSummary } from '#shared/contract/summaries/endpoints'
import { apiError } from '#shared/errors'
import { type AppContext, perApp } from '../../platform/app-context'
import type { PreflightContext } from '../../platform/http/route'
import { ModelFailure } from '../../platform/model/model'
import type { MemberContext } from '../../platform/request-context'
import { findDocument, lockWritableContent, requireFound, requireRight, writeContent } from '../documents/service'
import { transcriptFor, turnsOf } from '../meetings/service'
import { type Material, materialFromLogs, materialFromTurns, type SummaryParams } from './sources'
import * as store from './store'
import { writeSummary } from './write'

type SummaryRequest = Body<typeof refreshSummary>

/** Everything that Mate writes a summary from, and the version of the document that it replaces. */
interface Task {
  params: SummaryParams
  version: number
  reading: Omit<store.Reading, 'model'>
}

/** A summary that is written but not saved yet. */
interface Draft {
  content: string
  version: number
  reading: store.Reading
}

/** Summaries that are being written; a second request for the same one waits for the first. */
const running = perApp(() => new Map<string, Promise<Draft>>())

/**
 * Writes a summary while no transaction is open. If the text changed meanwhile, it is written once more, over the new
 * text; the changed text stays in the history.
 */
export async function draft({ app, runAsMember }: PreflightContext, asked: SummaryRequest): Promise<Draft> {
  const task = await runAsMember(ctx => taskFor(ctx, asked))
  const { language, prompt } = task.params
  const key = JSON.stringify([asked.doc_id, task.version, language, prompt, task.reading])
  const drafts = running(app)
  const known = drafts.get(key)
  if (known !== undefined) {
    app.log.debug({ doc_id: asked.doc_id }, 'Waiting for a summary that is already being written.')
    return known
  }
  const writing = (async () => {
    const first = await written(app, task)
    const now = await runAsMember(ctx => versionOf(ctx, asked.doc_id))
    return now === first.version ? first : written(app, await runAsMember(ctx => taskFor(ctx, asked)))
  })().finally(() => drafts.delete(key))
  drafts.set(key, writing)
  return writing
}

/** Saves a summary over the version from which it was begun. */
export async function save(
  ctx: MemberContext,
  { doc_id }: SummaryRequest,
  { content, version, reading }: Draft,
): Promise<string> {
  const held = await lockWritableContent(ctx, doc_id)
  if (held.version !== version && held.content !== content) throw apiError('summary.overtaken')
  await writeContent(ctx, held, content, { origin: 'mate' })
  const isNew = held.content !== content
  await store.putSummary(ctx, { doc_id, version: isNew ? held.version + 1 : held.version }, reading)
  // The same text may cover more logs than before.
  if (!isNew) ctx.record({ kind: 'document.updated', doc_id }, { to: 'document', doc_id })
  return content
}

/** Reads the material of a summary with the rights of the caller, and records in the audit log that Mate did. */
async function taskFor(ctx: MemberContext, { doc_id, range }: SummaryRequest): Promise<Task> {
  const document = requireFound(await findDocument(ctx, doc_id))
  if (document.type === 'document') throw apiError('summary.not_here')
  requireRight(document, 'editable')
  await ctx.audit({ kind: 'mate.tool', subject: 'refresh_summary', details: { input: { doc_id, range } } })
  const material =
    document.type === 'diarization'
      ? materialFromTurns(doc_id, await turnsFor(ctx, doc_id))
      : await materialFor(ctx, doc_id, range)
  const { sources, ...reading } = material
  if (sources.length === 0) throw apiError('summary.nothing_to_read')
  const of = document.type === 'diarization' ? 'recording' : 'logbook'
  const language = Language.catch('en').parse(ctx.caller.language)
  const { name, prompt, version } = document
  return { params: { of, name, prompt, language, sources }, version, reading }
}

const versionOf = async (ctx: MemberContext, doc_id: number) => requireFound(await findDocument(ctx, doc_id)).version

async function materialFor(ctx: MemberContext, doc_id: number, range: SummaryRequest['range']): Promise<Material> {
  if (range) return materialFromLogs(ctx, doc_id, range)
  const usual = await materialFromLogs(ctx, doc_id, (await store.lastRange(ctx, doc_id)) ?? 'day')
  return usual.sources.length > 0 ? usual : materialFromLogs(ctx, doc_id, 'all')
}

async function turnsFor(ctx: MemberContext, doc_id: number) {
  await transcriptFor(ctx, doc_id)
  return turnsOf(ctx, doc_id)
}

async function written(app: AppContext, { params, version, reading }: Task): Promise<Draft> {
  try {
    const { content, model } = await writeSummary(app, params, new AbortController().signal)
    if (content === '') throw apiError('summary.nothing_to_read')
    return { content, version, reading: { ...reading, model } }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    app.log.warn({ err: error }, 'A summary could not be written.')
    throw apiError('summary.model_failed')
  }
}
