import { access } from './en/access'
import { app } from './en/app'
import { attachments } from './en/attachments'
import { errors } from './en/errors'
import { logbooks } from './en/logbooks'
import { mate } from './en/mate'
import { organisations } from './en/organisations'
import { search } from './en/search'

/**
 * The English texts of the first load, by feature. English defines the keys; a feature adds a file of its own in each
 * language.
 */
export const en = {
  access,
  app,
  attachments,
  errors,
  logbooks,
  mate,
  organisations,
  search,
}
