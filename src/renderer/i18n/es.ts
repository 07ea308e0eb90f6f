import { app } from './es/app'
import { errors } from './es/errors'
import { organisations } from './es/organisations'
import { profile } from './es/profile'
import { session } from './es/session'

export const es = { app, errors, organisations, profile, session }
