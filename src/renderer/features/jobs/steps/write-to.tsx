import { Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobFields } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { Button } from '../../../ui/button'
import { Segmented } from '../../../ui/segmented'
import { LogbookChip } from './logbook-chip'
import { LogbookDialog } from './logbook-dialog'
import { PeopleAndSpaces } from './people-and-spaces'
import { Step, StepError, type StepProps } from './step'

type Writes = JobFields['writes_when']

/** Where a job writes, and whether after each run or only if there is something to say. */
export function WriteTo({ fields, change, errorAt, editable }: StepProps) {
  const { t } = useTranslation('jobs')
  const [isOpen, setOpen] = useState(false)
  const { destination, writes_when } = fields
  const isNowhere = destination.logbook_ids.length + destination.user_ids.length + destination.space_ids.length === 0
  const setLogbooks = (logbook_ids: number[]) => change({ destination: { ...destination, logbook_ids } })
  return (
    <Step icon={Send} title={t('write.title')} isLast>
      <ul aria-label={t('write.title')} className="flex flex-wrap items-center gap-2">
        {destination.logbook_ids.map(doc_id => (
          <LogbookChip
            key={doc_id}
            doc_id={doc_id}
            onRemove={editable ? () => setLogbooks(destination.logbook_ids.filter(id => id !== doc_id)) : null}
          />
        ))}
        {editable && (
          <li>
            <Button
              size="sm"
              variant="quiet"
              icon={Plus}
              className={destination.logbook_ids.length === 0 ? '-ml-2.5' : undefined}
              onClick={() => setOpen(true)}
            >
              {t('write.add')}
            </Button>
          </li>
        )}
      </ul>
      <PeopleAndSpaces
        destination={destination}
        editable={editable}
        onChange={changed => change({ destination: changed })}
      />
      {isNowhere && <p className="mt-1 text-xs text-muted">{t('write.nowhere')}</p>}
      <StepError>{errorAt('destination')}</StepError>
      <Segmented<Writes>
        label={t('write.when')}
        className="mt-2.5 max-w-full flex-wrap"
        options={[
          { value: 'always', label: t('write.always') },
          { value: 'when_noteworthy', label: t('write.noteworthy') },
        ]}
        value={writes_when}
        onChange={next => change({ writes_when: next })}
      />
      <p className="mt-1 text-xs text-muted">{t(`write.hint.${writes_when}`)}</p>
      {isOpen && (
        <LogbookDialog
          title={t('write.dialog')}
          chosen={destination.logbook_ids}
          max={limits.destinations}
          writable
          onChange={setLogbooks}
          onClose={() => setOpen(false)}
        />
      )}
    </Step>
  )
}
