import { Cctv, Lock, Plus, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Source } from '#shared/contract/sources/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useSession } from '../../platform/session'
import { Button } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { AskForAccess } from '../access/slots'
import { useCan } from '../organisations/store'
import { keyOf, subjectOf } from './keys'
import { readSources } from './last-read'
import { useSources } from './store'

/** The grid before its sources are loaded. */
export function SourcesLoading() {
  const { t } = useTranslation('sources')
  return (
    <Loading label={t('list.loading')} className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-4">
      {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
        <Skeleton key={key} height="auto" className="aspect-video rounded-md" />
      ))}
    </Loading>
  )
}

export function Failed() {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const failure = useSources(state => state.failure)
  return (
    <LoadFailed
      title={t('list.failed')}
      text={failure ? errorText(failure) : undefined}
      retryLabel={t('app:action.tryAgain')}
      onRetry={() => void readSources()}
    />
  )
}

export function Empty({ onAdd }: { onAdd: (() => void) | null }) {
  const { t } = useTranslation('sources')
  return (
    <StateBlock
      icon={Cctv}
      title={t('list.empty')}
      text={t(onAdd ? 'list.emptyText' : 'list.emptyForbidden')}
      actions={
        onAdd && (
          <Button size="sm" variant="primary" icon={Plus} onClick={onAdd}>
            {t('camera.addTitle')}
          </Button>
        )
      }
    />
  )
}

export function FilteredOut({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('sources')
  return (
    <StateBlock
      icon={SearchX}
      tone="neutral"
      title={t('filter.none')}
      actions={
        <Button size="sm" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  )
}

/** Shown when the source in the address does not exist or is not accessible; it does not reveal which. */
export function NoAccess({ wanted, onBack }: { wanted: Source | null; onBack: () => void }) {
  const { t } = useTranslation('sources')
  const userId = useSession(state => state.userId)
  const isScreen = wanted?.kind === 'screen'
  const isOwn = isScreen && wanted.user_id === userId
  const seesAll = useCan('feeds.see_all')
  return (
    <StateBlock
      icon={Lock}
      tone="neutral"
      title={t(seesAll ? 'gone.none' : 'gone.title')}
      text={t(seesAll ? 'gone.noneText' : isScreen ? 'gone.screenText' : 'gone.text')}
      actions={
        <>
          {wanted && !isOwn && !seesAll && <AskForAccess key={keyOf(wanted)} subject={subjectOf(wanted)} />}
          <Button size="sm" onClick={onBack}>
            {t('detail.grid')}
          </Button>
        </>
      }
    />
  )
}
