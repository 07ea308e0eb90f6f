import type { Look, RunResult } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { logTitle } from '#shared/rules/log-title'
import { type AreaMeasurement, evaluate, type PictureMeasurement } from '#shared/rules/picture-rules'
import type { AppContext } from '../../../platform/app-context'
import { pictureMeter } from '../../../platform/vision/measure'
import type { TakenPicture } from '../run/take-pictures'
import type { LookState } from './look-state'
import type { ReadWords } from './read-words'

/** What was found on pictures without a model. */
export interface Looked {
  state: LookState
  /** The sentences and labels of the rules that hold. */
  sentences: string[]
  labels: { graph_id: number; label: number }[]
  /** Whether a rule began to hold with these pictures. */
  isNoteworthy: boolean
  /** By source and area, such as `Yard: change`. */
  measured: Record<string, number>
}

/** Measures each picture and evaluates the rules of a job over it [D28]. Throws the error of an unreadable picture. */
export async function look(
  app: AppContext,
  { regions, rules }: Look,
  pictures: readonly TakenPicture[],
  { before, reference, words }: { before: LookState; reference: Buffer | undefined; words: ReadWords },
): Promise<Looked> {
  const found: Looked = { state: {}, sentences: [], labels: [], isNoteworthy: false, measured: {} }
  const meter = pictureMeter(app)
  for (const { key, name, frame, visible, previous } of pictures) {
    const measured = await meter.measure({ frame: visible, previous, reference, regions })
    const measurement = withWords(measured.measurement, words.bySource[key] ?? [])
    Object.assign(found.measured, numbersOf(name, measurement, regions))
    const evaluation = evaluate(
      rules.map(({ rule }) => rule),
      before[key]?.rules ?? {},
      measurement,
      Date.parse(frame.taken_at),
      limits.ruleGapSeconds,
    )
    found.state = { ...found.state, [key]: { frame_id: frame.id, rules: evaluation.state } }
    found.isNoteworthy ||= evaluation.fired.length > 0
    for (const { rule, text, label } of rules) {
      if (!evaluation.active.includes(rule.id)) continue
      if (text) found.sentences.push(pictures.length > 1 ? `${name}: ${text}` : text)
      if (label && !found.labels.some(known => known.graph_id === label.graph_id && known.label === label.label))
        found.labels.push(label)
    }
  }
  return found
}

/** The same with what was read in each area. */
function withWords(
  { whole, regions }: PictureMeasurement,
  read: readonly { region: string | null; text: string; number: number | null }[],
): PictureMeasurement {
  const put = (area: AreaMeasurement, id: string | null): AreaMeasurement => {
    const words = read.find(({ region }) => region === id)
    return words ? { ...area, words: words.text, number: words.number } : area
  }
  return {
    whole: put(whole, null),
    regions: Object.fromEntries(Object.entries(regions).map(([id, area]) => [id, put(area, id)])),
  }
}

const shown = ['change', 'change_from_reference', 'brightness', 'sharpness', 'number'] as const

function numbersOf(name: string, { whole, regions: areas }: PictureMeasurement, regions: Look['regions']) {
  const numbers: Record<string, number> = {}
  const nameOf = new Map(regions.map(region => [region.id, region.name || region.id]))
  for (const [area, measured] of [['', whole], ...Object.entries(areas)] as const) {
    for (const kind of shown) {
      const value = measured[kind]
      if (value === null || value === undefined) continue
      numbers[`${[name, area && nameOf.get(area)].filter(Boolean).join(', ')}: ${kind}`] =
        kind === 'number' ? value : Math.round(value * 1000) / 1000
    }
  }
  return numbers
}

/** The log of a run without a model: what the code of the job says, and the sentences of its rules; or its name. */
export function wordsOf(
  { sentences }: Pick<Looked, 'sentences'>,
  { code, name }: { code: { title: string; text: string } | null | undefined; name: string },
): Pick<RunResult, 'title' | 'content'> {
  const lines = [code?.text ?? '', ...sentences].filter(Boolean)
  if (code?.title) return { title: code.title, content: lines.join('\n') }
  const [first] = lines
  if (first === undefined) return { title: name, content: '' }
  if (code?.text) return { title: logTitle({ content: first, pictures: 0 }), content: lines.join('\n') }
  return { title: first, content: sentences.length > 1 ? sentences.join('\n') : '' }
}
