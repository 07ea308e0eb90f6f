import type { LabelAssignment } from '#shared/contract/graphs/label'
import { graph } from '#shared/contract/graphs/limits'
import type { Log } from '#shared/contract/logs/log'
import { labelKey } from '#shared/rules/labels'

/** The filter of a timeline: logs with any of these labels and by any of these people. */
export interface Filter {
  labels: LabelAssignment[]
  user_ids: number[]
}

export const noFilter: Filter = { labels: [], user_ids: [] }

/** The largest number of people that the server accepts. */
const maxPeople = 100

const isId = (id: number) => Number.isSafeInteger(id) && id > 0

/** Reads `?labels=3.0,3.1&by=7,9`: graph and index, and people. Invalid parts are ignored. */
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
  return { labels: labels.slice(0, graph.labelsAtOnce), user_ids: user_ids.slice(0, maxPeople) }
}

/** Returns the filter as parameters of an address, without empty ones. */
export function toQuery({ labels, user_ids }: Filter): Record<string, string> {
  return {
    ...(labels.length > 0 && { labels: labels.map(labelKey).join(',') }),
    ...(user_ids.length > 0 && { by: user_ids.join(',') }),
  }
}

export const isFiltered = ({ labels, user_ids }: Filter): boolean => labels.length + user_ids.length > 0

/** Returns a text that is the same for equivalent filters. */
export function filterKey({ labels, user_ids }: Filter): string {
  return `${labels.map(labelKey).sort().join()};${[...user_ids].sort((user_id, other) => user_id - other).join()}`
}

/** Returns the filter as parameters of the call for logs. */
export function toCallParams({ labels, user_ids }: Filter) {
  return {
    ...(labels.length > 0 && { labels: labels.map(({ graph_id, label }) => ({ graph_id, label })) }),
    ...(user_ids.length > 0 && { user_ids: [...user_ids] }),
  }
}

/** Whether a log matches, by the rules of the server. */
export function matches(log: Pick<Log, 'labels' | 'created_by'>, { labels, user_ids }: Filter): boolean {
  const carried = new Set(log.labels.map(labelKey))
  const byThem = user_ids.length === 0 || (log.created_by !== null && user_ids.includes(log.created_by.user_id))
  return byThem && (labels.length === 0 || labels.some(mark => carried.has(labelKey(mark))))
}

/** Returns the filter with a label or a person added or removed. */
export function toggled(filter: Filter, change: { mark: LabelAssignment } | { user_id: number }): Filter {
  if ('mark' in change) {
    const rest = filter.labels.filter(label => labelKey(label) !== labelKey(change.mark))
    return { ...filter, labels: rest.length < filter.labels.length ? rest : [...filter.labels, change.mark] }
  }
  const rest = filter.user_ids.filter(id => id !== change.user_id)
  return { ...filter, user_ids: rest.length < filter.user_ids.length ? rest : [...filter.user_ids, change.user_id] }
}
