import { access } from './de/access'
import { app } from './de/app'
import { attachments } from './de/attachments'
import { errors } from './de/errors'
import { logbooks } from './de/logbooks'
import { mate } from './de/mate'
import { organisations } from './de/organisations'
import { search } from './de/search'

export const de = {
  access,
  app,
  attachments,
  errors,
  logbooks,
  mate,
  organisations,
  search,
}
