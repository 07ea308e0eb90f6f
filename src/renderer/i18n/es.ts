import { access } from './es/access'
import { app } from './es/app'
import { attachments } from './es/attachments'
import { errors } from './es/errors'
import { logbooks } from './es/logbooks'
import { mate } from './es/mate'
import { organisations } from './es/organisations'
import { search } from './es/search'

export const es = {
  access,
  app,
  attachments,
  errors,
  logbooks,
  mate,
  organisations,
  search,
}
