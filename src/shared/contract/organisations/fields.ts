import { z } from 'zod'
import { Id, text } from '../common'

/** The name of an organisation, branch or role. */
export const nameField = text(80)
export const descriptionField = z.string().trim().max(500)

/** Whom a branch or role gains and loses. */
export const usersChange = {
  users_to_be_added: z.array(Id).max(200).default([]),
  users_to_be_removed: z.array(Id).max(200).default([]),
}
