/** The columns of `users` for a {@link Person}; join the table as `users`. */
export const personColumns = ['users.id as user_id', 'users.displayname', 'users.image_key'] as const

export interface PersonRow {
  user_id: number
  displayname: string
  image_key: string | null
}

/** The columns of `users` for the {@link Addresses} of a person. */
export const addressColumns = ['users.phone', 'users.email'] as const

/** How a person signs in and is reached. Only they and those who manage people may see it. */
export interface Addresses {
  phone: string | null
  email: string | null
}
