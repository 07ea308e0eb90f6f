import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { filled } from '../../platform/slot'
import { AccessTokens } from '../profile/slots'

export const tokens: Feature = {
  texts: {
    tokens: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [filled(AccessTokens, async () => (await withNamespaces('tokens', import('./tokens-card'))).TokensCard)],
}
