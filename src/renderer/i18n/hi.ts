import { app } from './hi/app'
import { errors } from './hi/errors'
import { mate } from './hi/mate'
import { organisations } from './hi/organisations'
import { profile } from './hi/profile'
import { session } from './hi/session'

export const hi = { app, errors, mate, organisations, profile, session }
