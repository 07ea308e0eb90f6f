import { sql } from 'kysely'
import type { PersonRow } from './person-columns'

/** The joined row of `users` under this alias as a {@link PersonRow}; null if there is none. */
export function personJson(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<PersonRow | null>`case when ${column('id')} is not null then json_build_object(
    'user_id', ${column('id')}, 'displayname', ${column('displayname')}, 'image_key', ${column('image_key')}) end`
}
