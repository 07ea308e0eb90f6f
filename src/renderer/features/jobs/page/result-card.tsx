import type { RunResult } from '#shared/contract/jobs/job'
import { firstSentenceApart, repeatsWords } from '#shared/rules/log-title'
import { Words } from '../../../ui/words'
import { PendingLabels } from '../../logs/slots'
import { linkComponents } from '../../search/slots'
import { LogPictures } from '../../sources/slots'

interface Props {
  result: RunResult
  /** The logbook that it was, or would be, written to; 0 for none. */
  doc_id: number
}

/** What a run wrote, or would write: its picture, words and labels. */
export function ResultCard({ result, doc_id }: Props) {
  const { title, content, labels, frame_ids } = result
  const words = { title, content }
  // A title that only repeats the first words is not shown above them [D45].
  const isRepeated = firstSentenceApart(words) !== null || repeatsWords(words)
  return (
    <div className="text-sm">
      {!isRepeated && <h4 className="font-medium wrap-anywhere">{title}</h4>}
      {content.trim() !== '' && (
        <div className="mt-0.5">
          <Words components={linkComponents}>{content}</Words>
        </div>
      )}
      {frame_ids.length > 0 && <LogPictures frame_ids={frame_ids} />}
      {labels.length > 0 && <PendingLabels doc_id={doc_id} labels={labels} isOwn={false} />}
    </div>
  )
}
