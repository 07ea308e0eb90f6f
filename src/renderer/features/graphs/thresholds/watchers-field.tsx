import { Search } from 'lucide-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/contract/common'
import { useErrorText } from '../../../i18n/texts'
import type { Failure } from '../../../platform/failure'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/field'
import { nameKey } from '../../../ui/name-key'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { readersOf } from './store'

/** With more people than this, they can be searched. */
const fewPeople = 8

interface Props {
  doc_id: number
  isIn: (user_id: number) => boolean
  onChange: (user_id: number, isWatching: boolean) => void
}

/** Chooses who is notified of a threshold, among the people who may read its logbook. */
export function WatchersField({ doc_id, isIn, onChange }: Props) {
  const { t } = useTranslation(['graphs', 'app'])
  const errorText = useErrorText()
  const id = useId()
  const [people, setPeople] = useState<readonly Person[] | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [query, setQuery] = useState('')
  const load = useCallback(async () => {
    setFailure(null)
    const outcome = await readersOf(doc_id)
    if (outcome.ok) setPeople(outcome.data)
    else setFailure(outcome)
  }, [doc_id])
  useEffect(() => void load(), [load])
  const words = nameKey(query)
  const shown = (people ?? []).filter(person => nameKey(person.user_displayname).includes(words))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-labelledby={id}>
      <legend id={id} className="pb-1 text-xs font-medium text-muted">
        {t('thresholds.who')}
      </legend>
      {failure && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('thresholds.whoFailed')} {errorText(failure)}
          <Button size="sm" onClick={() => void load()}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {!people && !failure && (
        <Loading label={t('thresholds.whoLoading')} className="grid gap-2 py-1">
          <Skeleton width="50%" />
          <Skeleton width="40%" />
        </Loading>
      )}
      {people && people.length > fewPeople && (
        <TextField
          label={t('thresholds.whoSearch')}
          hideLabel
          icon={Search}
          placeholder={t('thresholds.whoSearch')}
          autoComplete="off"
          value={query}
          onChange={event => setQuery(event.target.value)}
          onKeyDown={event => {
            // Enter would save the threshold.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      {people && (
        <div className="flex max-h-44 flex-col gap-2 overflow-y-auto p-1">
          {shown.map(({ user_id, user_displayname }) => (
            <Checkbox
              key={user_id}
              label={user_displayname}
              checked={isIn(user_id)}
              onChange={event => onChange(user_id, event.target.checked)}
            />
          ))}
          {shown.length === 0 && <p className="text-sm text-muted">{t('thresholds.whoNone')}</p>}
        </div>
      )}
    </fieldset>
  )
}
