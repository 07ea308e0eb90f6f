import { ChartLine } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { LoadFailed } from '../../ui/load-failed'
import { PaneBody } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useUndeleted } from '../undo/store'
import { SmallGraph } from './small-graph'
import { useSpaceGraphs } from './spaces-store'

const none: never[] = []

/** The graphs that are pinned to a space and that the person may see [D4]. */
export function SpaceGraphs({ branch_id }: { branch_id: number }) {
  const { t } = useTranslation(['graphs', 'app'])
  const errorText = useErrorText()
  const list = useSpaceGraphs(state => state.lists[branch_id])
  const items = useUndeleted('graph', list?.items ?? none, graph => graph.graph_id)
  useEffect(() => void useSpaceGraphs.getState().load(branch_id), [branch_id])
  if (list?.status === 'failed' && items.length === 0)
    return (
      <LoadFailed
        title={t('space.failed')}
        text={list.failure && errorText(list.failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useSpaceGraphs.getState().load(branch_id)}
      />
    )
  if (!list || (items.length === 0 && list.status !== 'ready')) return <SkeletonRows label={t('loadingList')} />
  if (items.length === 0)
    return <StateBlock tone="neutral" icon={ChartLine} title={t('space.none')} text={t('space.noneText')} />
  return (
    <PaneBody padded>
      <ul aria-label={t('open')} className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {items.map(graph => (
          <li key={graph.graph_id} className="min-w-0">
            <SmallGraph graph={graph} subtitle={graph.logbook_name} />
          </li>
        ))}
      </ul>
    </PaneBody>
  )
}
