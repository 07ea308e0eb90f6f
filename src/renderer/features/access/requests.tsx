import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessRequest, Subject } from '#shared/contract/access/endpoints'
import { useErrorText } from '../../i18n/texts'
import type { Outcome } from '../../platform/api'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toast'
import { keyOf, useAccessRequests } from './store'

interface Props {
  subject: Subject
  onChanged?: () => void
}

/** The requests for access to a subject, with the two answers; renders nothing if there are none [D41]. */
export function Requests({ subject, onChanged }: Props) {
  const { t } = useTranslation(['access', 'app'])
  const all = useAccessRequests(state => state.items)
  const isFailed = useAccessRequests(state => state.status === 'failed')
  const { load } = useAccessRequests.getState()
  useEffect(() => void load(), [load])
  const open = all.filter(request => keyOf(request) === keyOf(subject))
  if (isFailed) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
        {t('requestsFailed')}
        <Button size="sm" onClick={() => void load()}>
          {t('app:action.tryAgain')}
        </Button>
      </p>
    )
  }
  if (open.length === 0) return null
  return (
    <section className="rounded-md border border-line bg-surface-2 px-3 pt-2.5 pb-1">
      <h3 className="text-sm font-semibold">{t('requests')}</h3>
      <ul aria-label={t('requests')} className="divide-y divide-line">
        {open.map(request => (
          <RequestRow key={request.user.user_id} request={request} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  )
}

type Answer = 'give' | 'decline'

interface RowProps {
  request: AccessRequest
  onChanged?: () => void
  /** The subject, where the page around the row does not show it. */
  subject?: ReactNode
}

/** A request with the two answers. */
export function RequestRow({ request, onChanged, subject }: RowProps) {
  const { t } = useTranslation('access')
  const errorText = useErrorText()
  const { dayAndTime } = useFormat()
  const [answering, setAnswering] = useState<Answer | null>(null)
  const { user, note, asked_at } = request
  const name = user.user_displayname

  async function answer(which: Answer) {
    setAnswering(which)
    const requests = useAccessRequests.getState()
    const outcome: Outcome<unknown> = which === 'give' ? await requests.give(request) : await requests.decline(request)
    setAnswering(null)
    if (!outcome.ok) return toast.failure(errorText(outcome))
    toast.success(t(which === 'give' ? 'gave' : 'declined', { name }))
    if (which === 'give') onChanged?.()
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <Avatar name={name} id={String(user.user_id)} src={user.user_image} decorative />
      <span className="min-w-[160px] flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        {subject && <span className="block text-sm wrap-anywhere">{subject}</span>}
        {note && <span className="block text-sm whitespace-pre-line wrap-anywhere">{note}</span>}
        <span className="block text-xs text-muted">{dayAndTime(asked_at)}</span>
      </span>
      <MenuActions
        entries={[
          { label: t('giveTo', { name }), which: 'give' as const },
          { label: t('declineOf', { name }), which: 'decline' as const },
        ].map(({ label, which }) => ({
          label: request.name ? `${label}: ${request.name}` : label,
          needsServer: true,
          disabled: answering !== null,
          onSelect: () => void answer(which),
        }))}
        group={t('inbox.title')}
      />
      <span className="flex gap-2 max-md:w-full max-md:*:flex-1">
        <Button
          needsServer
          size="sm"
          loading={answering === 'decline'}
          disabled={answering === 'give'}
          aria-label={t('declineOf', { name })}
          onClick={() => void answer('decline')}
        >
          {t('decline')}
        </Button>
        <Button
          needsServer
          size="sm"
          variant="primary"
          loading={answering === 'give'}
          disabled={answering === 'decline'}
          aria-label={t('giveTo', { name })}
          onClick={() => void answer('give')}
        >
          {t('give')}
        </Button>
      </span>
    </li>
  )
}
