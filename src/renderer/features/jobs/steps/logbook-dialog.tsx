import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listDocuments, type NoteItem } from '#shared/contract/documents/endpoints'
import { call } from '../../../platform/api'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { SkeletonRows } from '../../../ui/skeleton'
import { SearchDialog } from './search-dialog'

interface Props {
  title: string
  chosen: readonly number[]
  max: number
  /** Offers only logbooks that the person may write in. */
  writable: boolean
  onChange: (doc_ids: number[]) => void
  onClose: () => void
}

/** Milliseconds between the last key press and the search. */
const settleAfter = 200

/** Chooses logbooks by name. */
export function LogbookDialog({ title, chosen, max, writable, onChange, onClose }: Props) {
  const { t } = useTranslation(['jobs', 'app'])
  const [words, setWords] = useState('')
  const { items, isFailed, again } = useLogbooks(words, writable)
  return (
    <SearchDialog title={title} label={t('logbook.search')} words={words} onSearch={setWords} onClose={onClose}>
      {!items && !isFailed && <SkeletonRows rows={3} label={t('logbook.loading')} />}
      {isFailed && (
        <p role="alert" className="flex flex-wrap items-center gap-2 p-3 text-sm text-danger-ink">
          {t('logbook.failed')}
          <Button size="sm" onClick={again}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {items?.length === 0 && (
        <p className="p-3 text-sm text-muted">{t(words.trim() ? 'logbook.none' : 'logbook.nowhere')}</p>
      )}
      <ul>
        {items?.map(({ doc_id, doc_name }) => {
          const isChosen = chosen.includes(doc_id)
          return (
            <li key={doc_id}>
              <Checkbox
                className="w-full px-3 py-1.5 hover:bg-surface-3"
                label={doc_name}
                checked={isChosen}
                disabled={!isChosen && chosen.length >= max}
                onChange={() => onChange(isChosen ? chosen.filter(id => id !== doc_id) : [...chosen, doc_id])}
              />
            </li>
          )
        })}
      </ul>
    </SearchDialog>
  )
}

/** The first page of logbooks that match some words; null while loading for the first time. */
function useLogbooks(words: string, writable: boolean) {
  const [items, setItems] = useState<readonly NoteItem[] | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const query = words.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    let isOver = false
    async function look() {
      const outcome = await call(listDocuments, { type: 'logbook', writable, ...(query && { query }) })
      if (isOver) return
      setFailed(!outcome.ok)
      if (outcome.ok) setItems(outcome.data)
    }
    const pause = setTimeout(() => void look(), query === '' ? 0 : settleAfter)
    return () => {
      isOver = true
      clearTimeout(pause)
    }
  }, [query, writable, attempt])
  return { items, isFailed, again: () => setAttempt(attempt + 1) }
}
