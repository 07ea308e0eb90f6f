import { CheckCheck, CircleCheck, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useErrorText } from '../../../i18n/texts'
import { onEvent, onResync } from '../../../platform/live'
import { MenuActions } from '../../../platform/menu-actions'
import { useSession } from '../../../platform/session'
import { usePageTitle } from '../../../platform/title'
import { Button, LinkButton } from '../../../ui/button'
import { LoadFailed } from '../../../ui/load-failed'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { toast } from '../../../ui/toast'
import { MissedDocument } from './missed-document'
import { useCatchUp } from './store'

/** What others wrote while the person was away, by document, each line with its evidence. */
export function CatchUp() {
  const { t } = useTranslation(['catchUp', 'logbooks'])
  const navigate = useNavigate()
  usePageTitle(t('title'))
  const parts = useCatchUp(state => state.items)
  const isOutdated = useCatchUp(state => state.isOutdated)
  const { readAll, isReading } = useReadAll()
  useFollowed()
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  return (
    <Pane as="main" kind="canvas">
      <PaneHeader
        title={t('title')}
        subtitle={
          parts.length > 0
            ? t('sum', { logs: t('logs', { count }), places: t('places', { count: parts.length }) })
            : // A space that keeps its room.
              '\u00a0'
        }
        back={{ label: t('logbooks:doc.back'), onPress: () => void navigate('/docs') }}
        actions={
          parts.length > 0 && (
            <Button size="sm" icon={CheckCheck} loading={isReading} onClick={() => void readAll()}>
              {t('readAll')}
            </Button>
          )
        }
      />
      <MenuActions
        entries={[
          {
            label: t('readAll'),
            disabled: parts.length === 0 || isReading,
            onSelect: () => void readAll(),
          },
          { label: t('newer'), disabled: !isOutdated, onSelect: () => void useCatchUp.getState().load() },
          ...parts.map(({ doc_id, doc_name }) => ({
            label: t('readOne', { name: doc_name }),
            onSelect: () => void readOne(doc_id, t('notRead')),
          })),
        ]}
        group={t('title')}
      />
      <PaneBody padded>
        <div className="mx-auto flex max-w-[760px] flex-col gap-4">
          <p role="status" className="contents">
            {isOutdated && (
              <Button size="sm" variant="primary" icon={RefreshCw} onClick={() => void useCatchUp.getState().load()}>
                {t('newer')}
              </Button>
            )}
          </p>
          {parts.length === 0 && <State />}
          {parts.map(part => (
            <MissedDocument key={part.doc_id} part={part} onRead={() => void readOne(part.doc_id, t('notRead'))} />
          ))}
        </div>
      </PaneBody>
    </Pane>
  )
}

async function readOne(doc_id: number, failed: string): Promise<boolean> {
  const isRead = await useCatchUp.getState().read(doc_id)
  if (!isRead) toast.failure(failed)
  return isRead
}

/** Marks all documents as read, up to the first that the server does not take. */
function useReadAll() {
  const { t } = useTranslation('catchUp')
  const [isReading, setReading] = useState(false)
  async function readAll(): Promise<void> {
    setReading(true)
    for (const { doc_id } of useCatchUp.getState().items) if (!(await readOne(doc_id, t('notRead')))) break
    setReading(false)
  }
  return { isReading, readAll }
}

/** Loads the list, and notes when others write while it is open. */
function useFollowed(): void {
  useEffect(() => {
    const { load, outdate } = useCatchUp.getState()
    void load()
    const ends = [
      onEvent('log.added', ({ log }) => {
        if (log.created_by?.user_id !== useSession.getState().userId) outdate()
      }),
      onResync(outdate),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])
}

function State() {
  const { t } = useTranslation(['catchUp', 'app', 'logbooks'])
  const errorText = useErrorText()
  const { status, failure } = useCatchUp()
  if (status === 'failed')
    return (
      <LoadFailed
        title={t('failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useCatchUp.getState().load()}
      />
    )
  if (status !== 'ready') return <SkeletonRows label={t('loading')} />
  return (
    <StateBlock
      icon={CircleCheck}
      title={t('none.title')}
      text={t('none.text')}
      actions={
        <LinkButton href="#/docs" size="sm">
          {t('logbooks:doc.all')}
        </LinkButton>
      }
    />
  )
}
