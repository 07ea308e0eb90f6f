import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessReason, Reader } from '#shared/contract/documents/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { Loading, Skeleton } from '../../ui/skeleton'
import { keyOf, useGrants } from '../access/store'
import { useReaders } from './readers'
import type { Info } from './store'
import { subjectOf } from './store'

/** Everybody who may see a document, what they may do, and every reason for it [D21, D41]. */
export function ReaderList({ info }: { info: Info }) {
  const { t } = useTranslation(['documents', 'app'])
  const errorText = useErrorText()
  const { doc_id, access, branch_id } = info
  const listing = useReaders(state => state.readers[doc_id])
  const grants = useGrants(state => state.lists[keyOf(subjectOf(info))]?.items)
  const given = grants && JSON.stringify(grants)
  const { load, loadMore } = useReaders.getState()
  // Changes in this dialog change who can see the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the rule.
  useEffect(() => void load(doc_id), [load, doc_id, access, branch_id])
  const before = useRef(given)
  useEffect(() => {
    if (before.current && before.current !== given) void load(doc_id)
    before.current = given
  }, [load, doc_id, given])
  return (
    <section>
      <h3 className="pb-1 text-sm font-semibold">{t('readers.title')}</h3>
      {listing?.status === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('readers.failed')} {listing.failure && errorText(listing.failure)}
          <Button size="sm" onClick={() => void load(doc_id)}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {(listing === undefined || listing.status === 'idle' || listing.status === 'loading') && (
        <Loading label={t('readers.loading')} className="grid gap-3 py-2">
          <Skeleton width="60%" />
          <Skeleton width="45%" />
        </Loading>
      )}
      {listing?.status === 'ready' && (
        <ul aria-label={t('readers.title')} className="divide-y divide-line">
          {listing.items.map(reader => (
            <Row key={reader.person.user_id} reader={reader} />
          ))}
        </ul>
      )}
      {listing?.more === 'failed' && (
        <p role="alert" className="pt-2 text-xs text-danger-ink">
          {t('readers.moreFailed')}
        </p>
      )}
      {listing?.status === 'ready' && listing.next !== null && (
        <Button size="sm" className="mt-2" loading={listing.more === 'loading'} onClick={() => void loadMore(doc_id)}>
          {t('readers.more')}
        </Button>
      )}
    </section>
  )
}

function Row({ reader: { person, may, reasons } }: { reader: Reader }) {
  const { t } = useTranslation('documents')
  const wordsOf = useReason()
  const { user_id, user_displayname: name, user_image } = person
  return (
    <li className="flex min-h-row items-start gap-3 py-2">
      <Avatar decorative size={24} name={name} id={String(user_id)} src={user_image} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block text-xs text-muted">{reasons.map(wordsOf).join(' · ')}</span>
      </span>
      <span className="shrink-0 text-xs text-muted">{t(`readers.may.${may}`)}</span>
    </li>
  )
}

/** Describes a reason and who gave access, if that is known. Names hidden from the person are left out. */
function useReason(): (reason: AccessReason) => string {
  const { t } = useTranslation('documents')
  const format = useFormat()
  const given = ({ grantee_kind, name, expires_at }: Extract<AccessReason, { kind: 'grant' }>): string => {
    // `expires_at` is the end of access, so the last day is the one before it.
    const day = expires_at && format.dayInSentence(format.dayKey(Date.parse(expires_at) - 1))
    if (grantee_kind === 'user') return day ? t('readers.reason.userUntil', { day }) : t('readers.reason.user')
    const by = grantee_kind === 'role' ? 'role' : 'grantedBranch'
    if (name === null) return day ? t(`readers.reason.${by}HiddenUntil`, { day }) : t(`readers.reason.${by}Hidden`)
    return day ? t(`readers.reason.${by}Until`, { name, day }) : t(`readers.reason.${by}`, { name })
  }
  const reasonOf = (reason: AccessReason): string => {
    if (reason.kind === 'grant') return given(reason)
    if (reason.kind !== 'manager' && reason.kind !== 'branch') return t(`readers.reason.${reason.kind}`)
    const { kind, name } = reason
    return name === null ? t(`readers.reason.${kind}Hidden`) : t(`readers.reason.${kind}`, { name })
  }
  return reason => {
    const added = 'added' in reason ? reason.added : undefined
    if (!added) return reasonOf(reason)
    const day = format.calendarDay(format.dayKey(added.at))
    const words = added.by === null ? t('readers.addedSometime', { day }) : t('readers.added', { by: added.by, day })
    return `${reasonOf(reason)} (${words})`
  }
}
