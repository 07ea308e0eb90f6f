import { withNamespaces } from '../../i18n/languages'
import type { Feature, PageRoute } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { filled } from '../../platform/slot'
import { onFirstUse } from '../../ui/first-use'
import { preloadMarkdown } from '../../ui/preload'
import { GraphInPage, GraphsButton } from '../documents/slots'
import { SpaceGraphs } from '../home/slots'
import {
  DraftLabelPicker,
  DraftLabels,
  FilterBar,
  LabelShare,
  LabelsOfLogbook,
  LogLabels,
  PendingLabels,
  QuickLabels,
} from '../logs/slots'
import { SeriesChart } from './slots'

const lazy: PageRoute['lazy'] = async () => {
  afterFirstPage(() => preloadMarkdown().catch(() => undefined))
  const [{ GraphPage }, { startGraphs }] = await Promise.all([
    withNamespaces('graphs', import('./page')),
    import('./subscriptions'),
  ])
  startGraphs()
  return { Component: GraphPage }
}

async function inTimeline() {
  const [parts, { startGraphs }] = await Promise.all([
    withNamespaces('graphs', import('./in-timeline')),
    import('./subscriptions'),
  ])
  startGraphs()
  return parts.inTimeline
}

export const graphs: Feature = {
  texts: {
    graphs: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [{ path: '/docs/:doc_id/:graph_id', lazy }],
  slots: [
    filled(GraphsButton, async () => (await inTimeline()).GraphsButton),
    filled(FilterBar, async () => (await inTimeline()).FilterBar),
    filled(LogLabels, async () => (await inTimeline()).LogLabels),
    filled(PendingLabels, async () => (await inTimeline()).PendingLabels),
    filled(DraftLabelPicker, async () => (await inTimeline()).DraftLabelPicker),
    filled(QuickLabels, async () => (await inTimeline()).QuickLabels),
    filled(DraftLabels, async () => (await inTimeline()).DraftLabels),
    filled(LabelsOfLogbook, async () => (await inTimeline()).LabelsOfLogbook),
    filled(LabelShare, async () => (await inTimeline()).GraphShare),
    filled(SpaceGraphs, async () => (await inTimeline()).SpaceGraphs),
    filled(GraphInPage, async () => (await withNamespaces('graphs', import('./graph-in-page'))).GraphInPage),
    filled(SeriesChart, async () => (await withNamespaces('graphs', import('./series-chart'))).SeriesChart),
  ],
  start: () =>
    onFirstUse(() => void import('./subscriptions').then(({ startGraphs }) => startGraphs()).catch(() => undefined)),
}
