import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { Skeleton } from '../../ui/skeleton'
import { useGraphsInPage } from './in-page-store'
import { SmallGraph } from './small-graph'

/** A graph in the text of a page. Whoever may not read it learns only that there is one. */
export function GraphInPage({ graph_id }: { graph_id: number }) {
  const { t } = useTranslation('graphs')
  const errorText = useErrorText()
  const shown = useGraphsInPage(state => state.graphs[graph_id])
  useEffect(() => useGraphsInPage.getState().show(graph_id), [graph_id])
  if (shown?.plot)
    return (
      <div className="my-3 max-w-md print:break-inside-avoid">
        <SmallGraph graph={shown.plot} subtitle={t('inPage.time')} />
      </div>
    )
  if (!shown?.failure) return <Skeleton height={180} className="my-3 max-w-md rounded-md" />
  const isHidden = shown.failure.code === 'graph.not_found'
  return (
    <p className="my-3 max-w-md rounded-md border border-line bg-surface-2 px-3.5 py-2.5 text-sm text-muted">
      {isHidden ? t('inPage.hidden') : `${t('failed')}. ${errorText(shown.failure)}`}
    </p>
  )
}
