import { feature } from '../../platform/feature'
import { people } from './migrations/0001-people'
import { signIn } from './migrations/0017-sign-in'
import { sessionRoutes } from './routes'
import { callerOf, endedAmong, personOf, removeOldSecrets } from './service'
import { tokenBook } from './tokens'

export const sessionFeature = feature({
  name: 'session',
  routes: sessionRoutes,
  migrations: [people, signIn],
  cleanups: () => [removeOldSecrets],
  ports: { callerOf, endedAmong, personOf, checkToken: (app, use, token) => tokenBook(app).check(use, token) },
})
