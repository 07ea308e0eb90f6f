import type { Body } from '#shared/contract/endpoint'
import type { listWordsReaders } from '#shared/contract/jobs/endpoints'
import type { WordsReaders } from '#shared/contract/jobs/job'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { nameOfSource } from '../sources/service'
import * as store from './words-store'

/** Which jobs read the words on a source, for the watched and for everybody else who may see it [D48]. */
export async function readersOf(ctx: MemberContext, { source }: Body<typeof listWordsReaders>): Promise<WordsReaders> {
  const isOwn = source.kind === 'screen' && source.user_id === ctx.caller.user_id
  if (!isOwn && (await nameOfSource(ctx, source)) === undefined) throw apiError('source.not_found')
  return store.wordsReaders(ctx, source)
}
