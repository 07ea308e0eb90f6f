import { access } from './de/access'
import { app } from './de/app'
import { errors } from './de/errors'
import { logbooks } from './de/logbooks'
import { mate } from './de/mate'
import { organisations } from './de/organisations'
import { profile } from './de/profile'
import { session } from './de/session'
import { sources } from './de/sources'

export const de = { access, app, errors, logbooks, mate, organisations, profile, session, sources }
