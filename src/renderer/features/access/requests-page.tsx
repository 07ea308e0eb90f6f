import { Inbox } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessRequest } from '#shared/contract/access/endpoints'
import { usePageTitle } from '../../platform/title'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { addressOf, isOwn } from './address'
import { RequestRow } from './requests'
import { keyOf, useAccessRequests } from './store'

/** All open requests for access that this person can answer [D41]. */
export function RequestsPage() {
  const { t } = useTranslation('access')
  usePageTitle(t('inbox.title'))
  const { load } = useAccessRequests.getState()
  useEffect(() => void load(), [load])
  return (
    <Pane as="main" kind="canvas" className="h-full">
      <PaneHeader title={t('inbox.title')} />
      <PaneBody padded>
        <div className="mx-auto flex min-h-full max-w-measure flex-col">
          <Content />
        </div>
      </PaneBody>
    </Pane>
  )
}

function Content() {
  const { t } = useTranslation(['access', 'app'])
  const { items: list, status, load } = useAccessRequests()
  if (status === 'failed') {
    return <LoadFailed title={t('requestsFailed')} retryLabel={t('app:action.tryAgain')} onRetry={() => void load()} />
  }
  if (status !== 'ready') {
    return (
      <Loading label={t('inbox.loading')} className="grid gap-2">
        <Skeleton height={64} />
        <Skeleton height={64} />
      </Loading>
    )
  }
  if (list.length === 0) return <StateBlock icon={Inbox} title={t('inbox.empty')} text={t('inbox.emptyText')} />
  return (
    <ul aria-label={t('inbox.title')} className="divide-y divide-line rounded-md border border-line bg-surface-1 px-4">
      {list.map(request => (
        <RequestRow
          key={`${keyOf(request)}.${request.user.user_id}`}
          request={request}
          subject={<AccessRequestRow request={request} />}
        />
      ))}
    </ul>
  )
}

/** The subject of a request, as a link to where access beyond reading can be given. */
function AccessRequestRow({ request }: { request: AccessRequest }) {
  const { t } = useTranslation('access')
  const what = isOwn(request) ? t('inbox.yourScreen') : request.name
  return (
    <>
      {t(`inbox.${request.kind}`)}{' '}
      <a href={addressOf(request, true)} className="font-medium text-accent">
        {what}
      </a>
    </>
  )
}
