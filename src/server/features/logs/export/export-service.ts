import { Language } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import type { ExportType, readLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { perApp } from '../../../platform/app-context'
import { cleanName } from '../../../platform/files/name'
import { daysOf } from '../../../platform/files/times'
import type { DownloadFile, PreflightContext } from '../../../platform/http/route'
import { findDocument, requireFound } from '../../documents/service'
import { csvOf } from './csv'
import { jsonOf } from './json'
import { type About, type ExportParams, exportParams } from './params'
import { pdfOf } from './pdf'

type Writer = (preflight: PreflightContext, about: About, params: ExportParams) => DownloadFile['content']

const writers: Record<ExportType, Writer> = { csv: csvOf, json: jsonOf, pdf: pdfOf }
const mimes: Record<ExportType, string> = { csv: 'text/csv', json: 'application/json', pdf: 'application/pdf' }

/** Each PDF uses a thread of its own. */
const pdfsAtOnce = 4
const running = perApp(() => ({ pdfs: 0 }))

/** The logs of a range as a file [7.14c], for a caller who may read them. */
export async function offer(preflight: PreflightContext, body: Body<typeof readLogs>): Promise<DownloadFile> {
  const params = exportParams(body)
  const { doc_id, type, ...rest } = params
  if (type === 'pdf' && running(preflight.app).pdfs >= pdfsAtOnce)
    throw apiError('request.too_many', { retryAfterSeconds: 15 })
  const about = await preflight.runAsMember(async (ctx): Promise<About> => {
    const { name } = requireFound(await findDocument(ctx, doc_id))
    await ctx.audit({ kind: 'document.exported', subject: `document:${doc_id}`, details: { type, ...rest } })
    return {
      document_name: name,
      made_at: ctx.now,
      made_by: { user_id: ctx.caller.user_id, user_displayname: ctx.caller.displayname },
      zone: ctx.caller.timezone,
      language: Language.catch('en').parse(ctx.caller.language),
      publicUrl: ctx.app.publicUrl(),
    }
  })
  const { first, last } = daysOf(about.zone, params)
  const days = first === last ? first : `${first} - ${last}`
  const name = cleanName(`${about.document_name} ${days}.${type}`, { mime: mimes[type], extension: type })
  const content = writers[type](preflight, about, params)
  return { name, content: type === 'pdf' ? counted(preflight, content) : content }
}

/** Counts a PDF as long as it is produced. */
async function* counted({ app }: PreflightContext, content: DownloadFile['content']): DownloadFile['content'] {
  const count = running(app)
  count.pdfs += 1
  try {
    yield* content
  } finally {
    count.pdfs -= 1
  }
}
