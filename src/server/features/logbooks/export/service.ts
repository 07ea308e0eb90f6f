import { Language } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import type { ExportType, readLogs } from '#shared/contract/logbooks'
import { refuse } from '#shared/errors'
import { cleanName } from '../../../platform/files/name'
import { perHouse } from '../../../platform/house'
import type { OfferedFile, Visit } from '../../../platform/http/route'
import { findDocument } from '../documents-store'
import { requireFound } from '../rights'
import { csvOf } from './csv'
import { jsonOf } from './json'
import { pdfOf } from './pdf'
import { daysOf } from './times'
import { type About, type Wish, wishFrom } from './wish'

type Writer = (visit: Visit, about: About, wish: Wish) => OfferedFile['content']

const writers: Record<ExportType, Writer> = { csv: csvOf, json: jsonOf, pdf: pdfOf }
const mimes: Record<ExportType, string> = { csv: 'text/csv', json: 'application/json', pdf: 'application/pdf' }

/** Each of these has a thread of its own. */
const pdfsAtOnce = 4
const running = perHouse(() => ({ pdfs: 0 }))

/** The logs of a range as a file [7.14c], for whoever may read them. */
export async function offer(visit: Visit, body: Body<typeof readLogs>): Promise<OfferedFile> {
  const wish = wishFrom(body)
  const { doc_id, type, ...rest } = wish
  if (type === 'pdf' && running(visit.house).pdfs >= pdfsAtOnce)
    throw refuse('request.too_many', { retryAfterSeconds: 15 })
  const about = await visit.act(async (at): Promise<About> => {
    const { name } = requireFound(await findDocument(at, doc_id))
    await at.audit({ kind: 'document.exported', subject: `document:${doc_id}`, details: { type, ...rest } })
    return {
      document_name: name,
      made_at: at.now,
      made_by: { user_id: at.caller.user_id, user_displayname: at.caller.displayname },
      zone: at.caller.timezone,
      language: Language.catch('en').parse(at.caller.language),
      publicUrl: at.house.publicUrl(),
    }
  })
  const { first, last } = daysOf(about.zone, wish)
  const days = first === last ? first : `${first} - ${last}`
  const name = cleanName(`${about.document_name} ${days}.${type}`, { mime: mimes[type], extension: type })
  const content = writers[type](visit, about, wish)
  return { name, content: type === 'pdf' ? counted(visit, content) : content }
}

/** Counts a PDF for as long as it is made. */
async function* counted({ house }: Visit, content: OfferedFile['content']): OfferedFile['content'] {
  const count = running(house)
  count.pdfs += 1
  try {
    yield* content
  } finally {
    count.pdfs -= 1
  }
}
