import type { LabelAssignment } from '#shared/contract/graphs'
import type { Log } from '#shared/contract/logbooks'
import { log as limits } from '#shared/limits'

/** What a timeline is narrowed to: logs that carry any of these labels and were written by any of these people. */
export interface Filter {
  labels: LabelAssignment[]
  user_ids: number[]
}

export const noFilter: Filter = { labels: [], user_ids: [] }

/** As many people as the server takes. */
const mostPeople = 100

const isId = (id: number) => Number.isSafeInteger(id) && id > 0

/** Reads `?labels=3.0,3.1&by=7,9`: graph and index, and people. What is not of that form counts for nothing. */
export function filterFrom(query: URLSearchParams): Filter {
  const words = (name: string) => [...new Set((query.get(name) ?? '').split(',').filter(Boolean))]
  const labels = words('labels').flatMap(word => {
    const [graph_id = 0, label = -1] = /^[1-9]\d*\.[0-4]$/.test(word) ? word.split('.').map(Number) : []
    return isId(graph_id) ? [{ graph_id, label }] : []
  })
  const user_ids = words('by')
    .filter(word => /^[1-9]\d*$/.test(word))
    .map(Number)
    .filter(isId)
  return { labels: labels.slice(0, limits.labels), user_ids: user_ids.slice(0, mostPeople) }
}

/** The same as parameters of an address; none for what is not filtered by. */
export function inQuery({ labels, user_ids }: Filter): Record<string, string> {
  return {
    ...(labels.length > 0 && { labels: labels.map(markKey).join(',') }),
    ...(user_ids.length > 0 && { by: user_ids.join(',') }),
  }
}

export const markKey = ({ graph_id, label }: LabelAssignment): string => `${graph_id}.${label}`

export const isFiltered = ({ labels, user_ids }: Filter): boolean => labels.length + user_ids.length > 0

/** A filter as text: two that narrow alike have the same. */
export function filterKey({ labels, user_ids }: Filter): string {
  return `${labels.map(markKey).sort().join()};${[...user_ids].sort((user_id, other) => user_id - other).join()}`
}

/** How the call for logs says it. */
export function inCall({ labels, user_ids }: Filter) {
  return {
    ...(labels.length > 0 && { labels: labels.map(({ graph_id, label }) => ({ graph_id, label })) }),
    ...(user_ids.length > 0 && { user_ids: [...user_ids] }),
  }
}

/** Whether a log is among those that are wanted, as the server has it. */
export function matches(log: Pick<Log, 'labels' | 'created_by'>, { labels, user_ids }: Filter): boolean {
  const carried = new Set(log.labels.map(markKey))
  const byThem = user_ids.length === 0 || (log.created_by !== null && user_ids.includes(log.created_by.user_id))
  return byThem && (labels.length === 0 || labels.some(mark => carried.has(markKey(mark))))
}

/** The filter with one label or person more, or without it. */
export function toggled(filter: Filter, change: { mark: LabelAssignment } | { user_id: number }): Filter {
  if ('mark' in change) {
    const rest = filter.labels.filter(label => markKey(label) !== markKey(change.mark))
    return { ...filter, labels: rest.length < filter.labels.length ? rest : [...filter.labels, change.mark] }
  }
  const rest = filter.user_ids.filter(id => id !== change.user_id)
  return { ...filter, user_ids: rest.length < filter.user_ids.length ? rest : [...filter.user_ids, change.user_id] }
}
