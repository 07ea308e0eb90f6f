import { Language } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import type { refreshSummary } from '#shared/contract/summaries'
import { refuse } from '#shared/errors'
import { type House, perHouse } from '../../../platform/house'
import type { Visit } from '../../../platform/http/route'
import { ModelFailure } from '../../../platform/model/model'
import type { MemberScene } from '../../../platform/scene'
import { writeSummary } from '../../mate/summary-service'
import { transcriptFor, turnsOf } from '../../meetings/service'
import { findDocument } from '../documents-store'
import { requireFound, requireRight } from '../rights'
import { holdContent, writeContent } from '../versions-service'
import { type Material, materialFromLogs, materialFromTurns, type Wish } from './sources'
import * as store from './store'

type Asked = Body<typeof refreshSummary>

/** Everything that Mate writes a summary from, and the version of the document that it stands in the place of. */
interface Task {
  wish: Wish
  version: number
  reading: Omit<store.Reading, 'model'>
}

/** A summary that was written and not kept yet. */
interface Draft {
  content: string
  version: number
  reading: store.Reading
}

/** Summaries that are being written: who asks for the same meanwhile waits for the same. */
const underWay = perHouse(() => new Map<string, Promise<Draft>>())

/**
 * Writes a summary while no transaction is open. Where the text was changed meanwhile it is written once more, over the text that
 * is there then; the one that was changed stays in the history.
 */
export async function draft({ house, act }: Visit, asked: Asked): Promise<Draft> {
  const task = await act(at => taskFor(at, asked))
  const { language, prompt } = task.wish
  const key = JSON.stringify([asked.doc_id, task.version, language, prompt, task.reading])
  const drafts = underWay(house)
  const known = drafts.get(key)
  if (known) {
    house.log.debug({ doc_id: asked.doc_id }, 'A summary is waited for that is being written already.')
    return known
  }
  const writing = (async () => {
    const first = await written(house, task)
    const now = await act(at => versionOf(at, asked.doc_id))
    return now === first.version ? first : written(house, await act(at => taskFor(at, asked)))
  })().finally(() => drafts.delete(key))
  drafts.set(key, writing)
  return writing
}

/** Puts a summary in the place of the one that was there when it was begun. */
export async function keep(at: MemberScene, { doc_id }: Asked, { content, version, reading }: Draft): Promise<string> {
  const held = await holdContent(at, doc_id)
  if (held.version !== version && held.content !== content) throw refuse('summary.overtaken')
  await writeContent(at, held, content, { origin: 'mate' })
  const isNew = held.content !== content
  await store.putSummary(at, { doc_id, version: isNew ? held.version + 1 : held.version }, reading)
  // The same text may rest on more logs than before.
  if (!isNew) at.record({ kind: 'document.updated', doc_id }, { to: 'document', doc_id })
  return content
}

/** Reads what a summary is to be made from, with the rights of the caller, and writes into the audit log that Mate did. */
async function taskFor(at: MemberScene, { doc_id, range }: Asked): Promise<Task> {
  const document = requireFound(await findDocument(at, doc_id))
  if (document.type === 'document') throw refuse('summary.not_here')
  requireRight(document, 'editable')
  await at.audit({ kind: 'mate.tool', subject: 'refresh_summary', details: { input: { doc_id, range } } })
  const material =
    document.type === 'diarization'
      ? materialFromTurns(doc_id, await turnsFor(at, doc_id))
      : await materialFor(at, doc_id, range)
  const { sources, ...reading } = material
  if (sources.length === 0) throw refuse('summary.nothing_to_read')
  const of = document.type === 'diarization' ? 'recording' : 'logbook'
  const language = Language.catch('en').parse(at.caller.language)
  const { name, prompt, version } = document
  return { wish: { of, name, prompt, language, sources }, version, reading }
}

const versionOf = async (at: MemberScene, doc_id: number) => requireFound(await findDocument(at, doc_id)).version

async function materialFor(at: MemberScene, doc_id: number, range: Asked['range']): Promise<Material> {
  if (range) return materialFromLogs(at, doc_id, range)
  const usual = await materialFromLogs(at, doc_id, (await store.lastRange(at, doc_id)) ?? 'day')
  return usual.sources.length > 0 ? usual : materialFromLogs(at, doc_id, 'all')
}

async function turnsFor(at: MemberScene, doc_id: number) {
  await transcriptFor(at, doc_id)
  return turnsOf(at, doc_id)
}

async function written(house: House, { wish, version, reading }: Task): Promise<Draft> {
  try {
    const { content, model } = await writeSummary(house, wish, new AbortController().signal)
    if (content === '') throw refuse('summary.nothing_to_read')
    return { content, version, reading: { ...reading, model } }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    house.log.warn({ err: error }, 'A summary could not be written.')
    throw refuse('summary.model_failed')
  }
}
