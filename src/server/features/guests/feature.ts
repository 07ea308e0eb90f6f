import { feature } from '../../platform/feature'
import { guestBook } from './guest-book'
import { guests } from './migrations/0015-guests'
import { countQuestion, countRecording } from './quota-service'
import { guestCleanups } from './retention'
import { guestRoutes } from './routes'

export const guestsFeature = feature({
  name: 'guests',
  routes: guestRoutes,
  migrations: [guests],
  isOffered: settings => settings.GUESTS === 'on',
  cleanups: guestCleanups,
  ports: { guestBook, countGuestQuestion: countQuestion, countGuestRecording: countRecording },
})
