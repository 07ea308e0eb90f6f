import { access } from './es/access'
import { app } from './es/app'
import { errors } from './es/errors'
import { logbooks } from './es/logbooks'
import { mate } from './es/mate'
import { organisations } from './es/organisations'
import { profile } from './es/profile'
import { session } from './es/session'
import { sources } from './es/sources'

export const es = { access, app, errors, logbooks, mate, organisations, profile, session, sources }
