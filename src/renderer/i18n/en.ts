import { access } from './en/access'
import { app } from './en/app'
import { errors } from './en/errors'
import { logbooks } from './en/logbooks'
import { mate } from './en/mate'
import { organisations } from './en/organisations'
import { profile } from './en/profile'
import { session } from './en/session'
import { sources } from './en/sources'

/** English, by feature: the language that says which keys there are. A feature adds a file of its own in each language. */
export const en = { access, app, errors, logbooks, mate, organisations, profile, session, sources }
