import { access } from './hi/access'
import { app } from './hi/app'
import { errors } from './hi/errors'
import { logbooks } from './hi/logbooks'
import { mate } from './hi/mate'
import { organisations } from './hi/organisations'
import { profile } from './hi/profile'
import { session } from './hi/session'
import { sources } from './hi/sources'

export const hi = { access, app, errors, logbooks, mate, organisations, profile, session, sources }
