import type { Language } from '#shared/contract/common'
import type { PlotUnit } from '#shared/contract/graphs/endpoints'
import { day } from '#shared/limits'
import { plainWords } from '../../platform/markdown'
import type { ToolQuestion } from '../../platform/tool'
import { anyOf, type Pattern } from '../../platform/words/patterns'

/** What a graph shows within a time. */
export interface GraphFact {
  graph_id: number
  name: string
  doc_id: number
  logbook: string
  link: string
  unit: PlotUnit
  from: string
  to: string
  /** Logs with any label; one with two labels counts once. */
  log_count: number
  totals: { label: string; logs: number }[]
  /** The hours, days or weeks with labelled logs. */
  parts: { from: string; labels: { label: string; logs: number }[] }[]
}

const asks: Record<Language, Pattern> = {
  en: anyOf('graphs?', 'charts?', 'plots?', 'trends?', 'curves?'),
  de: anyOf('graph(?:en)?', 'diagramme?', 'kurven?', 'verlauf', 'trends?'),
  es: anyOf('gráfic[oa]s?', 'grafic[oa]s?', 'curvas?', 'tendencias?'),
  hi: anyOf('ग्राफ़', 'ग्राफ', 'चार्ट', 'रुझान'),
}

interface Sayings {
  shows(from: string, to: string): string
  logs(count: number): string
  most(parts: string): string
  none: string
}

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const sayings: Record<Language, Sayings> = {
  en: {
    shows: (from, to) => `from ${from} to ${to}`,
    logs: count => `${some(count, 'labelled log', 'labelled logs')}`,
    most: part => `Most at once: ${part}.`,
    none: 'I found no graph of that name that you can open.',
  },
  de: {
    shows: (from, to) => `von ${from} bis ${to}`,
    logs: count => `${some(count, 'Eintrag mit Label', 'Einträge mit Label')}`,
    most: part => `Am meisten auf einmal: ${part}.`,
    none: 'Ich fand keinen Graphen dieses Namens, den du öffnen kannst.',
  },
  es: {
    shows: (from, to) => `de ${from} a ${to}`,
    logs: count => `${some(count, 'entrada con etiqueta', 'entradas con etiqueta')}`,
    most: part => `Lo más a la vez: ${part}.`,
    none: 'No encontré ningún gráfico con ese nombre que puedas abrir.',
  },
  hi: {
    shows: (from, to) => `${from} से ${to} तक`,
    logs: count => `लेबल वाले ${count} लॉग`,
    most: part => `एक बार में सबसे ज़्यादा: ${part}।`,
    none: 'इस नाम का ऐसा कोई ग्राफ़ नहीं मिला जिसे आप खोल सकें।',
  },
}

/** How far back a question without a time looks. */
const shownDays = 27

/** Questions about a graph: by its name, by its logbook, or, if none is named, about all. */
export const graphQuestion: ToolQuestion<
  { name?: string | undefined; logbook_id?: number | undefined; from?: string | undefined; to?: string | undefined },
  { graphs: GraphFact[] }
> = {
  inputFor({ now }, { text, language, words, documents: [logbook], time }) {
    if (!asks[language].test(text)) return undefined
    const name = words.filter(word => !asks[language].test(word)).join(' ')
    const shown = time ?? { from: new Date(Date.parse(now) - shownDays * day).toISOString(), to: now }
    return { ...(name !== '' && { name }), ...(logbook && { logbook_id: logbook.id }), ...shown }
  },
  write({ graphs }, { language }, speak) {
    const say = sayings[language]
    if (graphs.length === 0) return { text: say.none, cited: [] }
    const texts = graphs.map(({ name, link, from, to, log_count, totals, parts }) => {
      const labelled = (counts: GraphFact['totals']) =>
        counts.map(({ label, logs }) => `${plainWords(label)} ${logs}`).join(', ')
      const sums = parts.map(part => ({ ...part, logs: part.labels.reduce((sum, { logs }) => sum + logs, 0) }))
      const [highest] = sums.sort((first, other) => other.logs - first.logs)
      const peak =
        highest && parts.length > 1 ? ` ${say.most(`${speak.time(highest.from)} (${labelled(highest.labels)})`)}` : ''
      // The end is the first instant after the plotted time.
      const last = speak.time(new Date(Date.parse(to) - 60_000).toISOString())
      return `- **${plainWords(name)}** ${link}, ${say.shows(speak.time(from), last)}: ${labelled(totals)} (${say.logs(log_count)}).${peak}\n`
    })
    const cited = graphs.map(({ doc_id, logbook }) => ({ kind: 'document' as const, id: doc_id, title: logbook }))
    return { text: texts.join(''), cited: [...new Map(cited.map(document => [document.id, document])).values()] }
  },
}
