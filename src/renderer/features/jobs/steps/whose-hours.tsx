import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../platform/session'
import { Select } from '../../../ui/select'
import { useDirectory } from '../../organisations/store'
import type { StepProps } from './step'

const anybody = 'any'

/** The person within whose working hours a job runs, if it is limited to those of somebody [3.15]. */
export function WhoseHours({ fields, change, editable }: StepProps) {
  const { t } = useTranslation('jobs')
  const own = useSession(state => state.userId)
  const people = useDirectory(state => state.items)
  useEffect(() => void useDirectory.getState().open(), [])
  const chosen = fields.connect_user_workhours
  const others = people
    .filter(person => person.user_id !== own)
    .map(person => ({ value: String(person.user_id), label: person.user_displayname }))
  const isListed = chosen === null || chosen === own || others.some(({ value }) => value === String(chosen))
  return (
    <Select
      label={t('when.hoursOf')}
      className="w-44"
      disabled={!editable}
      options={[
        { value: anybody, label: t('when.anyHours') },
        ...(own === null ? [] : [{ value: String(own), label: t('when.ownHours') }]),
        ...others,
        ...(isListed ? [] : [{ value: String(chosen), label: t('words.somebodysHours') }]),
      ]}
      value={chosen === null ? anybody : String(chosen)}
      onChange={next => change({ connect_user_workhours: next === anybody ? null : Number(next) })}
    />
  )
}
