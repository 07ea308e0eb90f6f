/** The columns of `users` for a {@link Person}; join the table as `users`. */
export const personColumns = [
  'users.id as user_id',
  'users.displayname',
  'users.image_key',
  'users.phone',
  'users.email',
] as const

export interface PersonRow {
  user_id: number
  displayname: string
  image_key: string | null
  phone: string | null
  email: string | null
}
