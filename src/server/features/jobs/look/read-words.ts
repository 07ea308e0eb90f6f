import type { Look, RunRead } from '#shared/contract/jobs/job'
import type { FrameWords } from '#shared/contract/sources/words'
import type { AppContext } from '../../../platform/app-context'
import { type AreaWords, WordsError, wordReader } from '../../../platform/vision/words'
import type { TakenPicture } from '../run/take-pictures'

/** What was read on the pictures of a run, by source, and why that is not all. */
export interface ReadWords {
  bySource: Readonly<Record<string, readonly AreaWords[]>>
  missing?: RunRead['words_missing']
}

/** After so many milliseconds nothing more is read, so that a run with many pictures ends. */
const readWithin = 30_000
/** The most that a model is given of all pictures of a run, in characters. */
const charactersForModel = 12_000

/**
 * Reads the words on what a job may see of its pictures, if it asks for that [D48]: in its regions, and on the whole
 * picture if it has none or a rule is about that. What cannot be read leaves the run going. Throws the error of an
 * unreadable picture.
 */
export async function readWords(
  app: AppContext,
  { reads_words, regions, rules }: Look,
  pictures: readonly TakenPicture[],
  signal: AbortSignal,
): Promise<ReadWords> {
  if (!reads_words) return { bySource: {} }
  const isAboutWhole = rules.some(
    ({ rule: { region, measure } }) => region === null && (measure === 'number' || measure === 'words'),
  )
  const areas = [...(regions.length === 0 || isAboutWhole ? [null] : []), ...regions]
  const bySource: Record<string, AreaWords[]> = {}
  const until = app.clock.now() + readWithin
  try {
    for (const { key, visible } of pictures) {
      for (const area of areas) {
        if (app.clock.now() > until) throw new WordsError('slow')
        bySource[key] = [...(bySource[key] ?? []), ...(await wordReader(app).read(visible, [area], signal))]
      }
    }
    return { bySource }
  } catch (error) {
    if (!(error instanceof WordsError)) throw error
    app.log.warn({ err: error }, 'The words on a picture could not be read.')
    return { bySource, missing: error.fault }
  }
}

/** The same by picture, with the names of the regions. */
export function wordsOfFrames(
  { bySource }: ReadWords,
  { regions }: Pick<Look, 'regions'>,
  pictures: readonly Pick<TakenPicture, 'key' | 'frame'>[],
): FrameWords[] {
  const nameOf = new Map(regions.map(({ id, name }) => [id, name || id]))
  return pictures.flatMap(({ key, frame }) => {
    const areas = (bySource[key] ?? []).flatMap(({ region, text, number }) =>
      text === '' ? [] : { area: region === null ? '' : (nameOf.get(region) ?? region), text, number },
    )
    return areas.length > 0 ? { frame_id: frame.id, areas } : []
  })
}

/** What a model is given: the words by the number of their picture, up to a bound. */
export function wordsForModel(words: readonly FrameWords[], pictures: readonly Pick<TakenPicture, 'frame'>[]) {
  let room = charactersForModel
  return words.flatMap(({ frame_id, areas }) => {
    const picture = pictures.findIndex(({ frame }) => frame.id === frame_id) + 1
    return picture === 0
      ? []
      : areas.flatMap(({ area, text, number }) => {
          const shown = text.slice(0, Math.max(0, room))
          room -= shown.length
          return shown ? { picture, area: area || 'whole picture', text: shown, number } : []
        })
  })
}
