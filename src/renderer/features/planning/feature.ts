import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { filled } from '../../platform/slot'
import { ScheduleChoice, ScheduleView } from '../home/slots'

export const planning: Feature = {
  texts: {
    planning: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [
    filled(ScheduleChoice, async () => (await withNamespaces('planning', import('./parts'))).ScheduleChoice),
    filled(ScheduleView, async () => (await withNamespaces('planning', import('./parts'))).ScheduleView),
  ],
}
