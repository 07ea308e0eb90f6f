import type { Body } from '#shared/contract/endpoint'
import type { readTitles, TitleRef } from '#shared/contract/search/endpoints'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import type { TitleSource } from '../../platform/tool'
import { namesOfJobs } from '../jobs/service'
import { titlesOf as titlesOfTexts } from '../logs/service'

export type TitledKind = 'log' | 'document' | 'job' | TitleSource['kind']

export interface Titled {
  kind: TitledKind
  id: number
}

/** Current titles by kind and id; what the caller may not see has none [D6]. */
export async function titlesOf(
  ctx: MemberContext,
  things: readonly Titled[],
): Promise<Readonly<Record<TitledKind, ReadonlyMap<number, string>>>> {
  const ids = (kind: TitledKind) => [...new Set(things.flatMap(thing => (thing.kind === kind ? thing.id : [])))]
  const titlesFrom = async (kind: TitleSource['kind']) => {
    const source = registryOf(ctx.app).titles.find(candidate => candidate.kind === kind)
    const wanted = ids(kind)
    return source && wanted.length > 0 ? source.titlesOf(ctx, wanted) : new Map<number, string>()
  }
  const [texts, job, task, message] = await Promise.all([
    titlesOfTexts(ctx, { log_ids: ids('log'), doc_ids: ids('document') }),
    namesOfJobs(ctx, ids('job')),
    titlesFrom('task'),
    titlesFrom('message'),
  ])
  return { ...texts, job, task, message }
}

export async function read(
  ctx: MemberContext,
  { refs }: Body<typeof readTitles>,
): Promise<{ ref: TitleRef; title: string }[]> {
  const things = [...new Set(refs)].map(ref => {
    const [kind, id] = ref.split(':')
    return { ref, kind: kind as TitledKind, id: Number(id) }
  })
  const titles = await titlesOf(ctx, things)
  return things.flatMap(({ ref, kind, id }) => {
    const title = titles[kind].get(id)
    return title === undefined ? [] : [{ ref, title }]
  })
}
