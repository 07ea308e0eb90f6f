import { access } from './hi/access'
import { app } from './hi/app'
import { attachments } from './hi/attachments'
import { errors } from './hi/errors'
import { logbooks } from './hi/logbooks'
import { mate } from './hi/mate'
import { organisations } from './hi/organisations'
import { search } from './hi/search'

export const hi = {
  access,
  app,
  attachments,
  errors,
  logbooks,
  mate,
  organisations,
  search,
}
