import { ChartLine } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { PlotUnit } from '#shared/contract/graphs/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useIsBeside } from '../../platform/beside'
import { instantsOf } from '../../platform/day-bounds'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { useSession } from '../../platform/session'
import { useSidebar } from '../../platform/sidebar'
import { usePageTitle } from '../../platform/title'
import { LinkButton } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, Panes } from '../../ui/pane'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useGrants } from '../access/store'
import { NoAccess } from '../documents/slots'
import { subjectOf, useDocuments, useRights } from '../documents/store'
import { GraphDialog } from './graph-dialog'
import { GraphList } from './graph-list'
import { GraphPane } from './graph-pane'
import { usePlot } from './plots'
import { isComparedIn, rangeFrom } from './range'
import { useGraphs } from './store'

const idFrom = (text = ''): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)

/** A graph of a logbook's labels at `/docs/{doc_id}/{graph_id}` [2.1, 1.6]. */
export function GraphPage() {
  const { doc_id, graph_id } = useParams()
  const organizationId = useSession(state => state.organizationId)
  const ids = { doc_id: idFrom(doc_id), graph_id: idFrom(graph_id) }
  // Other workspaces reuse ids, and other graphs have other labels to hide.
  return <GraphContent key={`${organizationId}.${ids.graph_id}`} {...ids} />
}

function GraphContent({ doc_id, graph_id }: { doc_id: number; graph_id: number }) {
  const { t } = useTranslation('graphs')
  const navigate = useNavigate()
  const isBeside = useIsBeside()
  const opened = useDocuments(state => state.opened[doc_id])
  const info = opened?.info ?? null
  const { managed, editable, writable } = useRights(info)
  const plot = usePlot(state => (state.plot?.graph_id === graph_id ? state.plot : null))
  const failure = usePlot(state => (state.params?.graph_id === graph_id ? state.failure : null))
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const [isCreating, setCreating] = useState(false)
  usePageTitle(plot?.name ?? t('open'))
  useGraphData(doc_id, graph_id)
  useEffect(() => {
    if (info && !managed) void useGrants.getState().load(subjectOf({ doc_id }))
  }, [info, managed, doc_id])

  function toggle(index: number) {
    const next = new Set(hidden)
    if (!next.delete(index)) next.add(index)
    setHidden(next)
  }

  // The rights decide which buttons there are.
  const isInfoKnown = Boolean(info ?? opened?.failure)
  const isThere = plot?.logbook_id === doc_id
  useEffect(() => {
    if (isThere) useSidebar.getState().selectGraph(doc_id, graph_id)
  }, [isThere, doc_id, graph_id])
  if (doc_id === 0 || opened?.failure?.code === 'document.not_found') return <NoAccess doc_id={doc_id || null} />
  const isGone = failure?.code === 'graph.not_found' || graph_id === 0 || (plot && plot.logbook_id !== doc_id)
  return (
    <Panes>
      {!isBeside && (
        <GraphList
          doc_id={doc_id}
          logbookName={info?.document_name ?? ''}
          current={graph_id}
          plot={isGone ? null : plot}
          hidden={hidden}
          onToggle={toggle}
          onNew={editable ? () => setCreating(true) : null}
        />
      )}
      {isGone ? (
        <NoGraph doc_id={doc_id} />
      ) : plot && isInfoKnown ? (
        <GraphPane plot={plot} hidden={hidden} editable={editable} writable={writable} failure={failure} />
      ) : (
        <GraphLoading />
      )}
      {isCreating && (
        <GraphDialog
          doc_id={doc_id}
          graph={null}
          onClose={() => setCreating(false)}
          onSaved={graph => void navigate(`/docs/${doc_id}/${graph.graph_id}`)}
        />
      )}
    </Panes>
  )
}

/** Loads the logbook, its graphs, and the part of the current graph that the address names. */
function useGraphData(doc_id: number, graph_id: number): void {
  const [query] = useSearchParams()
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const { days, unit } = rangeFrom(query, zone)
  const first = days?.first
  const last = days?.last
  const isCompared = isComparedIn(query)
  useEffect(() => {
    if (doc_id === 0) return
    void useDocuments.getState().readInfo(doc_id)
    void useGraphs.getState().load(doc_id)
  }, [doc_id])
  const params = useMemo(() => {
    const time = first && last ? instantsOf({ first, last }, zone) : {}
    return { graph_id, zone, isCompared, ...time, ...(unit && { unit: unit satisfies PlotUnit }) }
  }, [graph_id, zone, first, last, unit, isCompared])
  useEffect(() => {
    if (graph_id !== 0) void usePlot.getState().open(params)
  }, [graph_id, params])
  useEffect(() => () => usePlot.getState().close(), [])
}

function NoGraph({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('graphs')
  return (
    <Pane as="main">
      <StateBlock
        headingLevel={1}
        tone="neutral"
        icon={ChartLine}
        title={t('gone.title')}
        text={t('gone.text')}
        actions={
          <LinkButton href={`#/docs/${doc_id}`} size="sm">
            {t('gone.back')}
          </LinkButton>
        }
      />
    </Pane>
  )
}

/** Shown while the graph loads for the first time, and when that failed. */
function GraphLoading() {
  const { t } = useTranslation(['graphs', 'app'])
  const errorText = useErrorText()
  const { status, failure } = usePlot()
  return (
    <Pane as="main" kind="canvas" aria-label={t('open')}>
      {status === 'failed' ? (
        <LoadFailed
          title={t('failed')}
          text={failure && errorText(failure)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void usePlot.getState().reload()}
          headingLevel={1}
        />
      ) : (
        <Loading label={t('loading')} className="grid gap-4 p-5">
          <Skeleton width={220} height={16} />
          <Skeleton height={320} className="rounded-md" />
          <Skeleton height={160} className="rounded-md" />
        </Loading>
      )}
    </Pane>
  )
}
