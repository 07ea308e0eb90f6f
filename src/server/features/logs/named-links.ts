import { type NamedPlace, placesIn, withLinkNames } from '#shared/page/references'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { titlesOf } from './titles-store'

type NameOf = (place: NamedPlace) => string | undefined

/** The names of what texts link to, as far as the caller may see it. */
async function namesOfPlaces(ctx: MemberContext, places: readonly NamedPlace[]): Promise<NameOf> {
  const ids = (kind: NamedPlace['kind']) => [
    ...new Set(places.flatMap(place => (place.kind === kind ? idOf(place) : []))),
  ]
  const tasks = registryOf(ctx.app).titles.find(({ kind }) => kind === 'task')
  const [texts, task] = await Promise.all([
    titlesOf(ctx, { log_ids: ids('log'), doc_ids: ids('document') }),
    ids('task').length > 0 ? tasks?.titlesOf(ctx, ids('task')) : undefined,
  ])
  return place => (place.kind === 'task' ? task : texts[place.kind])?.get(idOf(place))
}

function idOf(place: NamedPlace): number {
  switch (place.kind) {
    case 'document':
      return place.doc_id
    case 'log':
      return place.log_id
    case 'task':
      return place.task_id
  }
}

/** Puts the names of what texts link to into all texts of a value, as far as the caller may see it. */
export async function withNamedLinks<T>(ctx: MemberContext, value: T): Promise<T> {
  const places: NamedPlace[] = []
  eachText(value, text => {
    places.push(...placesIn(text))
    return text
  })
  if (places.length === 0) return value
  const nameOf = await namesOfPlaces(ctx, places)
  return eachText(value, text => withLinkNames(text, nameOf)) as T
}

/** A value of plain data with each of its texts changed. */
function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(part => eachText(part, change))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, eachText(part, change)]))
}
