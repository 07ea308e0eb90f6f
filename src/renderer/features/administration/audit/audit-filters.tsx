import { useTranslation } from 'react-i18next'
import { type AuditGroup, auditKinds } from '#shared/contract/audit/kinds'
import { instantsOf } from '../../../platform/day-bounds'
import { useFormat } from '../../../platform/format'
import { choiceEntry, MenuActions } from '../../../platform/menu-actions'
import { browserTimeZone, usePreferences } from '../../../platform/preferences'
import { Select } from '../../../ui/select'
import { useDirectory } from '../../organisations/store'
import { TimeFilter } from '../../search/slots'
import { type AuditFilter, useAudit } from './store'

/** The groups of kinds, in the order in which they are offered. */
const groups = Object.keys(auditKinds) as AuditGroup[]

const all = 'all'
const anyTime = { from: undefined, to: undefined }

/** Filters the log by person, by what happened and by days. */
export function AuditFilters() {
  const { t } = useTranslation('administration')
  const people = useDirectory(state => state.items)
  const query = useAudit(state => state.query)
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const { dayKey } = useFormat()
  const set = (more: { [K in keyof AuditFilter]: AuditFilter[K] | undefined }) => {
    const merged = { ...query, ...more }
    const given = Object.entries(merged).filter(([, value]) => value !== undefined)
    void useAudit.getState().search(Object.fromEntries(given) as AuditFilter)
  }
  const first = query.from ? dayKey(query.from) : ''
  const last = query.to ? dayKey(Date.parse(query.to) - 1) : ''
  const byPerson = {
    label: t('audit.person'),
    options: [
      { value: all, label: t('audit.everybody') },
      ...people.map(person => ({ value: String(person.user_id), label: person.user_displayname })),
    ],
    value: query.actor === undefined ? all : String(query.actor),
    onChange: (value: string) => set({ actor: value === all ? undefined : Number(value) }),
  }
  const byKind = {
    label: t('audit.what'),
    options: [
      { value: all, label: t('audit.everything') },
      ...groups.map(group => ({ value: `${group}.`, label: t(`audit.group.${group}`) })),
    ],
    value: query.kind ?? all,
    onChange: (value: string) => set({ kind: value === all ? undefined : value }),
  }
  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-3 border-b border-line px-5 py-3 max-md:grid-cols-2 max-md:px-4">
      <MenuActions entries={[choiceEntry(byPerson), choiceEntry(byKind)]} group={t('section.audit')} />
      <Select {...byPerson} />
      <Select {...byKind} />
      {/* Two days do not fit into half a phone. */}
      <div className="grid max-md:col-span-2">
        <TimeFilter
          from={first}
          to={last}
          onChange={days => set(days.from ? instantsOf({ first: days.from, last: days.to }, zone) : anyTime)}
          group={t('section.audit')}
          size="md"
        />
      </div>
    </div>
  )
}
