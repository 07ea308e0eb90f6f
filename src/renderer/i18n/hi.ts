import { app } from './hi/app'
import { errors } from './hi/errors'
import { organisations } from './hi/organisations'
import { profile } from './hi/profile'
import { session } from './hi/session'

export const hi = { app, errors, organisations, profile, session }
