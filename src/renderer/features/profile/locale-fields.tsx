import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Language } from '#shared/contract/common'
import { browserTimeZone } from '../../platform/preferences'
import { Select } from '../../ui/select'

export function LanguageField({ value, onChange }: { value: Language; onChange: (language: Language) => void }) {
  const { t } = useTranslation(['profile', 'app'])
  const options = Language.options.map(option => ({ value: option, label: t(`app:languages.${option}`) }))
  return <Select label={t('language')} options={options} value={value} onChange={onChange} />
}

export function TimeZoneField({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const { t } = useTranslation('profile')
  const options = useMemo(() => zones(value).map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') })), [value])
  return <Select label={t('timeZone')} hint={t('timeZoneHint')} options={options} value={value} onChange={onChange} />
}

/** All zones that this browser knows, plus the person's and the browser's own, which it may not list. */
function zones(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), current, browserTimeZone()])].filter(Boolean).sort()
}
