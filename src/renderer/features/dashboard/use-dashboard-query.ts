import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useFormat } from '../../platform/format'
import { isListName, type ListName } from './names'
import { type DashboardQuery, queryOfDays, spans } from './store'

export type Span = keyof typeof spans

/** A number whose list is open, possibly of a part of the period, of one parent. */
export interface OpenList {
  name: ListName
  from: string | null
  to: string | null
  parent: number | null
}

const idIn = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
const instantIn = (text: string | null) =>
  text && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && Date.parse(text) ? text : null

/** Returns what the address shows, and the functions that change it. */
export function useDashboardQuery() {
  const [address, setAddress] = useSearchParams()
  const { dayKey } = useFormat()
  const today = dayKey(Date.now())
  const text = address.toString()
  const { span, branch, list, query } = useMemo(() => {
    const given = new URLSearchParams(text)
    const chosen = given.get('span')
    const span: Span = chosen === 'week' || chosen === 'month' ? chosen : 'today'
    const branch = idIn(given.get('branch'))
    const name = given.get('list') ?? ''
    const list: OpenList | null = isListName(name)
      ? { name, from: instantIn(given.get('from')), to: instantIn(given.get('to')), parent: idIn(given.get('of')) }
      : null
    const query: DashboardQuery = {
      ...queryOfDays(spans[span], today, dayKey),
      ...(branch !== null && { branch_ids: [branch] }),
    }
    return { span, branch, list, query }
  }, [text, today, dayKey])

  const put = (entries: Record<string, string | number | null>) =>
    setAddress(
      Object.fromEntries(Object.entries(entries).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))),
      { replace: true },
    )
  const shown = { span: span === 'today' ? null : span, branch }
  return {
    span,
    branch,
    list,
    query,
    show: (to: { span?: Span; branch?: number | null }) =>
      put({ ...shown, ...to, ...(to.span === 'today' && { span: null }) }),
    open: (name: ListName, only: Partial<Omit<OpenList, 'name'>> = {}) =>
      put({ ...shown, list: name, from: only.from ?? null, to: only.to ?? null, of: only.parent ?? null }),
    close: () => put(shown),
  }
}
