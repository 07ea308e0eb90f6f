import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ActivityKind } from '#shared/contract/activity/endpoints'
import { dayAfter, startOfDay } from '../../platform/days'
import { useFormat } from '../../platform/format'
import type { ActivityQuery } from './store'

/** What can be shown alone, in the order of its buttons, with its kinds. */
export const groups = {
  tasks: ['task', 'comment'],
  logs: ['log'],
  jobs: ['run'],
  sharing: ['capture', 'access'],
  people: ['membership'],
} as const satisfies Record<string, readonly ActivityKind[]>
export type Group = keyof typeof groups
export const groupNames = Object.keys(groups) as Group[]

/** The filters in the address. The day is one of the reader’s zone. */
export interface Filters {
  show: Group | null
  person: number | null
  branch: number | null
  on: string
}

export const noFilters: Filters = { show: null, person: null, branch: null, on: '' }

const dayIn = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) && Date.parse(text) ? text : '')
const idIn = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** Returns the filters in the address, the query that they mean, and the function that changes them. */
export function useActivityQuery() {
  const [address, setAddress] = useSearchParams()
  const { dayKey } = useFormat()
  const text = address.toString()
  const { filters, query } = useMemo(() => {
    const given = new URLSearchParams(text)
    const filters: Filters = {
      show: groupNames.find(name => name === given.get('show')) ?? null,
      person: idIn(given.get('person')),
      branch: idIn(given.get('branch')),
      on: dayIn(given.get('on')),
    }
    const query: ActivityQuery = {
      kinds: filters.show ? groups[filters.show] : [],
      ...(filters.person !== null && { by_user_id: filters.person }),
      ...(filters.branch !== null && { branch_id: filters.branch }),
      ...(filters.on && boundsOf(filters.on, dayKey)),
    }
    return { filters, query }
  }, [text, dayKey])
  const change = (to: Partial<Filters>) => {
    const entries = Object.entries({ ...filters, ...to }).flatMap(([name, value]) =>
      value ? [[name, String(value)] as const] : [],
    )
    setAddress(Object.fromEntries(entries), { replace: true })
  }
  return { filters, query, change }
}

/** The instants of a day. */
export const boundsOf = (day: string, dayKey: (at: number) => string) => ({
  from: startOfDay(day, dayKey),
  to: startOfDay(dayAfter(day), dayKey),
})
