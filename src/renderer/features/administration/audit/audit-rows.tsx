import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/contract/audit/endpoints'
import { useFormat } from '../../../platform/format'
import { useDirectory } from '../../organisations/store'

/** The entries, newest first. */
export function AuditRows({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('administration')
  return (
    <ul aria-label={t('section.audit')} className="divide-y divide-line rounded-md border border-line bg-surface-1">
      {entries.map(entry => (
        <Row key={entry.audit_id} entry={entry} />
      ))}
    </ul>
  )
}

function Row({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('administration')
  const { dayAndTime } = useFormat()
  const subject = useSubjectName(entry)
  const { actor_name, kind, details, ip, at } = entry
  const facts = Object.entries(details).filter(([, value]) => value !== null && value !== '')
  return (
    <li className="px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="font-medium">{actor_name || t('audit.nobody')}</span>
        <span>{kindText(kind)}</span>
        {subject && <span className="min-w-0 text-muted wrap-anywhere">{subject}</span>}
        <span className="ml-auto text-xs whitespace-nowrap text-muted">
          {[dayAndTime(at), ip].filter(Boolean).join(', ')}
        </span>
      </div>
      {facts.length > 0 && (
        <details className="mt-0.5 text-xs text-muted">
          <summary className="w-fit cursor-pointer pointer-coarse:min-h-touch">{t('audit.details')}</summary>
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
            {facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd className="wrap-anywhere">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}

/** What happened in words; kinds without words are shown as they are. */
function kindText(kind: string): string {
  const key = `administration:audit.kind.${kind}`
  return i18next.exists(key) ? i18next.t(key as 'administration:audit.none') : kind
}

/** Names people, roles and branches that still exist; everything else as it is recorded. */
function useSubjectName({ subject, actor_id, details }: AuditEntry): string | null {
  const { items: people, roles, branches } = useDirectory()
  if (subject === null) return null
  const [kind, number] = subject.split(':')
  const id = Number(number)
  if (kind === 'user') {
    if (id === actor_id) return null
    return people.find(person => person.user_id === id)?.user_displayname ?? subject
  }
  if (kind === 'role') return roles.find(role => role.role_id === id)?.role_name ?? subject
  if (kind === 'branch') return branches.find(branch => branch.id === id)?.branch_name ?? subject
  if (kind === 'invite' || kind === 'join_link') return typeof details.address === 'string' ? details.address : null
  return kind === 'organisation' ? null : subject
}
