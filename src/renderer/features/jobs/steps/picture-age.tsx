import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/select'
import type { StepProps } from './step'

const onlyNew = 'new'
const ages = [5, 15, 60, 360]

/** How old a picture may be that counts where no new one can be taken. */
export function PictureAge({ fields, change, editable }: Pick<StepProps, 'fields' | 'change' | 'editable'>) {
  const { t } = useTranslation('jobs')
  const { source } = fields
  const { newest_within: chosen } = source
  const offered = chosen === null || ages.includes(chosen) ? ages : [...ages, chosen].sort((a, b) => a - b)
  const wordsOf = (minutes: number) =>
    minutes % 60 === 0 ? t('age.hours', { count: minutes / 60 }) : t('age.minutes', { count: minutes })
  return (
    <Select
      label={t('age.label')}
      className="max-w-72"
      disabled={!editable}
      options={[
        { value: onlyNew, label: t('age.none') },
        ...offered.map(minutes => ({ value: String(minutes), label: wordsOf(minutes) })),
      ]}
      value={chosen === null ? onlyNew : String(chosen)}
      onChange={next => change({ source: { ...source, newest_within: next === onlyNew ? null : Number(next) } })}
    />
  )
}
