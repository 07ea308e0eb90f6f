import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Annotation } from '#shared/contract/graphs/annotations'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { Threshold } from '#shared/contract/graphs/thresholds'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { saveFile } from '../../platform/save-file'
import { Button } from '../../ui/button'
import { Menu, type MenuEntry } from '../../ui/menu'
import { toast } from '../../ui/toast'
import { useTimeOf } from './annotations/annotations'
import type { BucketNames } from './bucket-names'
import type { ChartKind } from './chart-option'
import { useColours } from './colours'
import { countsTable, fileName, logsTable } from './csv'
import { imageOption } from './image-option'
import { paperPalette } from './palette'
import { usePlot } from './plots'

interface Props {
  graph: PlottedGraph
  names: BucketNames
  kind: ChartKind
  hidden: ReadonlySet<number>
  /** What is counted, and for which time. */
  subtitle: string
  /** Those in the plotted time. */
  annotations: readonly Annotation[]
  thresholds: readonly Threshold[]
}

/** Saves the graph as a picture or as tables [D22]. */
export function DownloadMenu({ graph, names, kind, hidden, subtitle, annotations, thresholds }: Props) {
  const timeOf = useTimeOf(true)
  const { t } = useTranslation('graphs')
  const { number } = useFormat()
  const errorText = useErrorText()
  const colourOf = useColours(graph.graph_id)

  async function picture(ending: 'png' | 'svg') {
    const image = imageOption(graph, {
      ...{ kind, names, hidden, number, subtitle, thresholds, palette: paperPalette(colourOf) },
      annotations: annotations.map(annotation => ({ ...annotation, time: timeOf(annotation) })),
    })
    try {
      const { pngOf, svgOf } = await import('./image')
      const file = ending === 'svg' ? new Blob([svgOf(image)], { type: 'image/svg+xml' }) : await pngOf(image)
      saveFile(fileName(graph.name, ending), file)
    } catch {
      toast.failure(t('download.failed'))
    }
  }
  const asTable = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' })
  function counts() {
    const words = {
      from: t('download.from'),
      to: t('download.to'),
      total: t('table.total'),
      annotations: t('annotations.title'),
    }
    saveFile(fileName(graph.name, 'csv'), asTable(countsTable(graph, words, annotations)))
  }
  async function logs() {
    const all = await usePlot.getState().readAll()
    if (!Array.isArray(all)) {
      toast.failure(t('download.failed'), { text: errorText(all) })
      return
    }
    const words = { log: t('download.log'), time: t('download.time'), title: t('download.title') }
    saveFile(fileName(`${graph.name} ${t('download.logsName')}`, 'csv'), asTable(logsTable(graph, all, words)))
  }

  const entries: MenuEntry[] = [
    { label: t('download.png'), onSelect: () => void picture('png') },
    { label: t('download.svg'), onSelect: () => void picture('svg') },
    { kind: 'separator' },
    { label: t('download.counts'), hint: 'CSV', onSelect: counts },
    { label: t('download.logs'), hint: 'CSV', needsServer: true, onSelect: () => void logs() },
  ]
  return (
    <>
      <Menu label={t('download.open')} align="end" entries={entries}>
        {trigger => (
          <Button {...trigger} size="sm" variant="primary" icon={Download}>
            {t('download.open')}
          </Button>
        )}
      </Menu>
      <MenuActions entries={entries} group={t('open')} of={t('download.open')} />
    </>
  )
}
