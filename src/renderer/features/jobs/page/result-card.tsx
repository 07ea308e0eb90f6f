import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunResult } from '#shared/contract/jobs/job'
import { firstSentenceApart, repeatsWords } from '#shared/rules/log-title'
import { Words } from '../../../ui/words'
import { GraphChip } from '../../graphs/colours'
import { LogPictures } from '../../sources/slots'

/** What a run wrote, or would write: its picture, words and labels. */
export function ResultCard({ result, children }: { result: RunResult; children?: ReactNode }) {
  const { t } = useTranslation('jobs')
  const { title, content, labels, frame_ids } = result
  const words = { title, content }
  // A title that only repeats the first words is not shown above them [D45].
  const isRepeated = firstSentenceApart(words) !== null || repeatsWords(words)
  return (
    <div className="text-sm">
      {!isRepeated && <h4 className="font-medium wrap-anywhere">{title}</h4>}
      {content.trim() !== '' && (
        <div className="mt-0.5">
          <Words>{content}</Words>
        </div>
      )}
      {frame_ids.length > 0 && <LogPictures frame_ids={frame_ids} />}
      {labels.length > 0 && (
        <ul aria-label={t('do.labels')} className="mt-2 flex flex-wrap gap-1.5">
          {labels.map(({ graph_id, label, text }) => (
            <li key={`${graph_id}.${label}`} className="flex min-w-0">
              <GraphChip graph_id={graph_id} label={label}>
                {text}
              </GraphChip>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
