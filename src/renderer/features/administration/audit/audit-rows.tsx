import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/contract/audit/endpoints'
import { TitleRef } from '#shared/contract/search/endpoints'
import { planNames } from '#shared/rules/plan-names'
import { PlanName } from '#shared/rules/plans'
import { useFormat } from '../../../platform/format'
import { useKnownTitle } from '../../../platform/titles'
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
  const { actor_name, kind, details, ip, at } = entry
  const facts = Object.entries({ ...details, ...providerNumber(entry) }).filter(
    ([, value]) => value !== null && value !== '',
  )
  return (
    <li className="px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="font-medium">{actor_name || t('audit.nobody')}</span>
        <span>{kindText(kind)}</span>
        <Subject entry={entry} />
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

/** What a payment provider calls it, which says nothing to people: among the details. */
const ofProvider = ['order', 'subscription', 'payment']

function providerNumber({ subject }: AuditEntry): Record<string, string> {
  const [kind = '', number = ''] = subject?.split(':') ?? []
  return ofProvider.includes(kind) ? { [kind]: number } : {}
}

/** What happened in words; kinds without words are shown as they are. */
function kindText(kind: string): string {
  const key = `administration:audit.kind.${kind}`
  return i18next.exists(key) ? i18next.t(key as 'administration:audit.none') : kind
}

/** What it happened to: by its name where the reader may know it, otherwise by its number. */
function Subject({ entry }: { entry: AuditEntry }) {
  const name = useSubjectName(entry)
  if (name === null) return null
  const titled = TitleRef.safeParse(entry.subject)
  return (
    // A line of its own on a phone, which a title that comes later does not lengthen.
    <span className="min-w-0 text-muted wrap-anywhere max-md:basis-full max-md:truncate">
      {titled.success ? <Title of={titled.data} otherwise={name} /> : name}
    </span>
  )
}

/** The pages of what has a title. A log has none of its own. */
const pages: Record<string, string> = { document: 'docs', job: 'jobs', task: 'tasks' }

/** The present title, as a link, of something that the reader can open. */
function Title({ of, otherwise }: { of: TitleRef; otherwise: string }) {
  const title = useKnownTitle(of)
  const [kind = '', number] = of.split(':')
  const page = pages[kind]
  if (!title) return otherwise
  if (!page) return title
  return (
    <a href={`#/${page}/${number}`} className="text-accent">
      {title}
    </a>
  )
}

/** Names people, roles and branches that still exist, and the rest as it was called then; what has no name by its number. */
function useSubjectName({ subject, actor_id, details }: AuditEntry): string | null {
  const { t } = useTranslation('administration')
  const { items: people, roles, branches } = useDirectory()
  if (subject === null) return null
  const [kind = '', number] = subject.split(':')
  // A tool of Mate has a name alone.
  if (number === undefined) return subject.replaceAll('_', ' ')
  const id = Number(number)
  const otherwise = typeof details.name === 'string' && details.name ? details.name : t('audit.number', { number })
  if (kind === 'user' || kind === 'screen') {
    if (id === actor_id) return null
    return people.find(person => person.user_id === id)?.user_displayname ?? otherwise
  }
  if (kind === 'role') return roles.find(role => role.role_id === id)?.role_name ?? otherwise
  if (kind === 'branch') return branches.find(branch => branch.id === id)?.branch_name ?? otherwise
  if (kind === 'invite' || kind === 'join_link') return typeof details.address === 'string' ? details.address : null
  if (kind !== 'organisation' && !ofProvider.includes(kind)) return otherwise
  const plan = PlanName.safeParse(details.plan_id)
  return plan.success ? planNames[plan.data] : null
}
