import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { browserTimeZone, usePreferences } from '../../../platform/preferences'

export function useZone(): string {
  return usePreferences(state => state.timeZone) ?? browserTimeZone()
}

/** Formats a time with seconds, because there can be a picture every second. */
export function useExactTime(): (at: string) => string {
  const { i18n } = useTranslation()
  const zone = useZone()
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-US' : i18n.language, {
      timeZone: zone,
      timeStyle: 'medium',
    })
    return at => clock.format(new Date(at)).replaceAll('\u202f', ' ')
  }, [i18n.language, zone])
}
