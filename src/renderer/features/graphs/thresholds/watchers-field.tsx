import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/contract/common'
import { useErrorText } from '../../../i18n/texts'
import type { Failure } from '../../../platform/failure'
import { Button } from '../../../ui/button'
import { PeopleCheckboxes } from '../../../ui/people-checkboxes'
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
  const [people, setPeople] = useState<readonly Person[] | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const load = useCallback(async () => {
    setFailure(null)
    const outcome = await readersOf(doc_id)
    if (outcome.ok) setPeople(outcome.data)
    else setFailure(outcome)
  }, [doc_id])
  useEffect(() => void load(), [load])
  return (
    <PeopleCheckboxes
      legend={t('thresholds.who')}
      searchLabel={t('thresholds.whoSearch')}
      none={() => t('thresholds.whoNone')}
      className="max-h-44"
      {...{ people, isIn, onChange, fewPeople }}
    >
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
    </PeopleCheckboxes>
  )
}
