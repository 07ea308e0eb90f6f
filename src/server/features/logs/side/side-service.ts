import { z } from 'zod'
import { Instant } from '#shared/contract/common'
import type { Answer, Body } from '#shared/contract/endpoint'
import type { LogDay, readSide } from '#shared/contract/logs/side'
import { createCursor } from '../../../platform/cursor'
import { dayIn } from '../../../platform/day'
import { personFrom } from '../../../platform/people/person'
import type { MemberContext } from '../../../platform/request-context'
import { newestFiles } from '../../attachments/service'
import { recordDocumentViews } from '../../audit/service'
import { requireReadable } from '../../documents/service'
import * as store from './store'

const byAge = createCursor(z.object({ at: Instant, id: z.uuid() }))

/** The data beside a timeline [3.7, 3.8, D20, D22], read in one batch. */
export async function read(
  ctx: MemberContext,
  { doc_id, on, files: limit, files_after }: Body<typeof readSide>,
): Promise<Answer<typeof readSide>> {
  const after = byAge.read(files_after)
  const [, day, found] = await Promise.all([
    requireReadable(ctx, doc_id),
    on === undefined ? null : dayOf(ctx, doc_id, on),
    limit === 0 ? [] : newestFiles(ctx, doc_id, { after, limit: limit + 1 }),
  ])
  recordDocumentViews(ctx, [doc_id])
  const { shown, next_cursor } = byAge.cut(found, limit, file => ({ at: file.created_at, id: file.file_id }))
  return { day, files: shown, next_files: next_cursor }
}

async function dayOf(ctx: MemberContext, doc_id: number, on: string): Promise<LogDay> {
  const { log_count, labels, writers } = await store.countDay(ctx, doc_id, dayIn(ctx.caller.timezone, on))
  return {
    on,
    log_count,
    labels,
    writers: await Promise.all(
      writers.map(async ({ writer, count }) => ({ person: writer && (await personFrom(ctx, writer)), count })),
    ),
  }
}
